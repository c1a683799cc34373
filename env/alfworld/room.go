package alfworld

// span is an inclusive range of counts.
type span struct{ low, high int }

// furniture is a type of receptacle in a kind of room: the chance that a room
// has any, in percent, and how many it then has.
type furniture struct {
	rtype    string
	percent  int
	count    span
	openable bool
}

// thing is a type of object in a kind of room.
type thing struct {
	otype   string
	percent int
	count   span
}

// room is a kind of room. The figures are rounded statistics of the official
// scenes: the shares and ranges of receptacles and reachable objects.
type room struct {
	name      string
	furniture []furniture
	things    []thing
	lamp      string   // type of the lamp, "" for none
	lampOn    []string // receptacle types that may carry it, the likeliest first
	fixtures  []string // objects that lie in nothing
	shared    int      // percent of receptacles that share their neighbour's place
}

var rooms = [...]room{
	{
		name: "kitchen",
		furniture: []furniture{
			{"cabinet", 100, span{5, 22}, true}, {"coffeemachine", 100, span{1, 1}, false}, {"countertop", 100, span{1, 4}, false},
			{"diningtable", 56, span{1, 2}, false}, {"drawer", 96, span{2, 11}, true}, {"fridge", 100, span{1, 1}, true},
			{"garbagecan", 100, span{1, 1}, false}, {"microwave", 100, span{1, 1}, true}, {"shelf", 15, span{3, 3}, false},
			{"sidetable", 11, span{1, 1}, false}, {"sinkbasin", 100, span{1, 1}, false}, {"stoveburner", 100, span{4, 4}, false},
			{"toaster", 100, span{1, 1}, false},
		},
		things: []thing{
			{"apple", 98, span{1, 3}}, {"book", 12, span{1, 2}}, {"bowl", 100, span{1, 3}}, {"bread", 100, span{1, 2}},
			{"butterknife", 96, span{1, 3}}, {"cellphone", 10, span{1, 3}}, {"creditcard", 10, span{1, 3}}, {"cup", 99, span{1, 3}},
			{"dishsponge", 98, span{1, 3}}, {"egg", 99, span{1, 3}}, {"fork", 96, span{1, 3}}, {"glassbottle", 26, span{1, 3}},
			{"kettle", 49, span{1, 3}}, {"knife", 97, span{1, 3}}, {"ladle", 34, span{1, 3}}, {"lettuce", 98, span{1, 3}},
			{"mug", 98, span{1, 3}}, {"pan", 100, span{1, 2}}, {"pen", 8, span{1, 3}}, {"peppershaker", 100, span{1, 3}},
			{"plate", 97, span{1, 3}}, {"pot", 100, span{1, 2}}, {"potato", 98, span{1, 3}}, {"saltshaker", 100, span{1, 3}},
			{"soapbottle", 100, span{1, 3}}, {"spatula", 100, span{1, 3}}, {"spoon", 99, span{1, 3}}, {"statue", 14, span{1, 2}},
			{"tomato", 100, span{1, 3}}, {"vase", 14, span{2, 3}}, {"winebottle", 43, span{1, 3}},
		},
		fixtures: []string{"window", "chair", "lightswitch"},
		shared:   11,
	},
	{
		name: "livingroom",
		furniture: []furniture{
			{"armchair", 96, span{1, 2}, false}, {"cabinet", 13, span{2, 6}, true}, {"coffeetable", 83, span{1, 2}, false},
			{"diningtable", 52, span{1, 1}, false}, {"drawer", 74, span{1, 10}, true}, {"dresser", 35, span{1, 1}, false},
			{"garbagecan", 100, span{1, 1}, false}, {"ottoman", 17, span{1, 1}, false}, {"safe", 5, span{1, 1}, true},
			{"shelf", 35, span{3, 10}, false}, {"sidetable", 100, span{1, 3}, false}, {"sofa", 100, span{1, 1}, false},
			{"tvstand", 39, span{1, 1}, false},
		},
		things: []thing{
			{"book", 30, span{1, 2}}, {"bowl", 15, span{1, 2}}, {"box", 85, span{1, 2}}, {"cellphone", 17, span{1, 3}},
			{"creditcard", 100, span{1, 3}}, {"keychain", 89, span{1, 3}}, {"laptop", 100, span{1, 2}}, {"newspaper", 56, span{1, 3}},
			{"pen", 21, span{1, 3}}, {"pencil", 17, span{1, 3}}, {"pillow", 100, span{1, 2}}, {"plate", 34, span{1, 2}},
			{"remotecontrol", 100, span{1, 3}}, {"statue", 96, span{1, 4}}, {"tissuebox", 27, span{1, 3}}, {"vase", 59, span{1, 4}},
			{"watch", 51, span{1, 3}}, {"wateringcan", 7, span{1, 2}},
		},
		lamp: "floorlamp", lampOn: []string{"sidetable"},
		fixtures: []string{"window", "painting", "television", "lightswitch"},
		shared:   5,
	},
	{
		name: "bedroom",
		furniture: []furniture{
			{"armchair", 23, span{1, 2}, false}, {"bed", 100, span{1, 1}, false}, {"cabinet", 15, span{2, 4}, true},
			{"desk", 69, span{1, 1}, false}, {"diningtable", 15, span{1, 1}, false}, {"drawer", 96, span{2, 10}, true},
			{"dresser", 46, span{1, 1}, false}, {"garbagecan", 100, span{1, 1}, false}, {"laundryhamper", 23, span{1, 1}, false},
			{"safe", 12, span{1, 1}, true}, {"shelf", 69, span{2, 7}, false}, {"sidetable", 100, span{1, 2}, false},
		},
		things: []thing{
			{"alarmclock", 99, span{1, 3}}, {"book", 100, span{1, 3}}, {"bowl", 47, span{1, 2}}, {"cd", 88, span{1, 3}},
			{"cellphone", 100, span{1, 3}}, {"creditcard", 100, span{1, 3}}, {"keychain", 95, span{1, 3}}, {"laptop", 100, span{1, 2}},
			{"mug", 62, span{1, 3}}, {"pen", 100, span{1, 3}}, {"pencil", 100, span{1, 3}}, {"pillow", 100, span{1, 2}},
			{"remotecontrol", 10, span{1, 2}}, {"statue", 19, span{1, 2}}, {"tissuebox", 16, span{1, 3}}, {"watch", 8, span{1, 3}},
		},
		lamp: "desklamp", lampOn: []string{"desk", "sidetable"},
		fixtures: []string{"window", "mirror", "chair", "lightswitch", "blinds"},
		shared:   10,
	},
	{
		name: "bathroom",
		furniture: []furniture{
			{"bathtubbasin", 73, span{1, 1}, false}, {"cabinet", 50, span{2, 6}, true}, {"cart", 8, span{1, 1}, false},
			{"countertop", 100, span{1, 2}, false}, {"drawer", 54, span{2, 8}, true}, {"dresser", 8, span{1, 1}, false},
			{"garbagecan", 100, span{1, 1}, false}, {"handtowelholder", 100, span{1, 2}, false}, {"shelf", 27, span{1, 4}, false},
			{"sinkbasin", 100, span{1, 2}, false}, {"toilet", 100, span{1, 1}, false}, {"toiletpaperhanger", 100, span{1, 1}, false},
			{"towelholder", 100, span{1, 2}, false},
		},
		things: []thing{
			{"candle", 99, span{1, 3}}, {"cloth", 99, span{1, 3}}, {"dishsponge", 17, span{1, 3}}, {"handtowel", 100, span{1, 2}},
			{"soapbar", 97, span{1, 3}}, {"soapbottle", 97, span{1, 3}}, {"spraybottle", 100, span{1, 3}}, {"tissuebox", 23, span{1, 3}},
			{"toiletpaper", 100, span{1, 3}}, {"towel", 100, span{1, 2}},
		},
		fixtures: []string{"mirror", "showerdoor", "lightswitch", "sink"},
		shared:   8,
	},
}

// What can be done to the types of objects, as in the official games.
var (
	cleanableTypes  = []string{"apple", "bowl", "butterknife", "cloth", "cup", "dishsponge", "egg", "fork", "kettle", "knife", "ladle", "lettuce", "mug", "pan", "plate", "pot", "potato", "soapbar", "spatula", "spoon", "tomato"}
	heatableTypes   = []string{"apple", "bread", "cup", "egg", "mug", "plate", "potato", "tomato"}
	coolableTypes   = []string{"apple", "bowl", "bread", "cup", "egg", "lettuce", "mug", "pan", "plate", "pot", "potato", "tomato", "winebottle"}
	sliceableTypes  = []string{"apple", "bread", "egg", "lettuce", "potato", "tomato"}
	containingTypes = []string{"bowl", "box", "cup", "mug", "pan", "plate", "pot"}
)
