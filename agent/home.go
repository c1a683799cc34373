package agent

import "strings"

// Home is the guide to the household pack's world but for its functions: Pack,
// Ask, Tell, Check and Spell are the caller's to fill in. old is for worlds
// that speak as ALFWorld 0.2 and 0.3 did.
func Home(old bool) Guide {
	g := Guide{
		About: "You are in one room of a house. Things lie in or on its furniture, and furniture and things are named by a word and a number. " +
			"You see what is at a piece of furniture when you are there, and inside it only while it is open. You hold one thing at a time.",
		Actions: []string{
			"go to FURNITURE", "open FURNITURE", "close FURNITURE", "take THING from FURNITURE", "move THING to FURNITURE",
			"clean THING with SINKBASIN", "heat THING with MICROWAVE", "cool THING with FRIDGE", "use LAMP",
			"examine FURNITURE", "look", "inventory",
		},
		Nothing: "Nothing happens.",
		Example: Example{
			Scene: "You are in the middle of a room. Looking quickly around you, you see a cabinet 1, a countertop 1, and a shelf 1.\n\n" +
				"Your task is to: put some mug on countertop.",
			Turns: []Turn{
				{
					Thought:    "Before I walk anywhere I make sure of what I have.",
					Reflection: "I hold no mug and none is on the countertop yet, so I make sure of what I have before I walk.",
					Action:     "inventory", Question: "where is mug",
					Answer: "You are not carrying anything.",
				},
				{
					Thought:    "A mug could be in the cabinet. I begin there.",
					Reflection: "The goal needs a mug that I have not found, so the cabinet is where I begin.",
					Action:     "go to cabinet 1",
					Answer:     "You arrive at cabinet 1. The cabinet 1 is closed.",
				},
				{
					Thought:    "I try to take a mug out.",
					Reflection: "I am at the cabinet and still without a mug, so I try to take one out.",
					Action:     "take mug 1 from cabinet 1",
					Answer:     "Nothing happens.",
				},
				{
					Thought:    "That cannot be done yet, for the cabinet is closed. I open it.",
					Reflection: "That brought me no nearer because the cabinet is closed, so I open it.",
					Action:     "open cabinet 1",
					Answer:     "You open the cabinet 1. The cabinet 1 is open. In it, you see a mug 1.",
				},
				{
					Thought:    "There is mug 1. Now it can be taken.",
					Reflection: "The mug that the goal needs is in front of me and my hands are free, so I take it.",
					Action:     "take mug 1 from cabinet 1",
					Answer:     "You pick up the mug 1 from the cabinet 1.",
				},
				{
					Thought:    "I have the mug, and it belongs on the countertop.",
					Reflection: "I hold the mug and am at the cabinet, so what is left is to bring it to the countertop.",
					Action:     "go to countertop 1",
					Answer:     "You arrive at countertop 1. On the countertop 1, you see a bread 1.",
				},
				{
					Thought:    "Here I put it down, and that is the task.",
					Reflection: "I am at the countertop with the mug, so putting it down reaches the goal.",
					Action:     "move mug 1 to countertop 1",
					Answer:     "You move the mug 1 to the countertop 1.",
				},
			},
		},
	}
	if old {
		g.old()
	}
	return g
}

// old rewrites what the older wording says in another way.
func (g *Guide) old() {
	put := func(s string) string {
		rest, ok := strings.CutPrefix(s, "move ")
		if !ok {
			return s
		}
		return "put " + strings.Replace(rest, " to ", " in/on ", 1)
	}
	for i, a := range g.Actions {
		g.Actions[i] = put(a)
	}
	for i := range g.Example.Turns {
		t := &g.Example.Turns[i]
		t.Action = put(t.Action)
		if _, rest, ok := strings.Cut(t.Answer, "You arrive at "); ok {
			_, t.Answer, _ = strings.Cut(rest, ". ")
		}
		if rest, ok := strings.CutPrefix(t.Answer, "You move "); ok {
			t.Answer = "You put " + strings.Replace(rest, " to ", " in/on ", 1)
		}
	}
}
