package pack_test

import (
	"context"
	"testing"

	"github.com/bethink-dev/bethink"
)

const kitchen = "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see a cabinet 4, a cabinet 3, a cabinet 2, a cabinet 1, a coffeemachine 1, a countertop 1, a drawer 3, a drawer 2, a drawer 1, a fridge 1, a garbagecan 1, a microwave 1, a sidetable 1, a sinkbasin 1, a stoveburner 2, a stoveburner 1, and a toaster 1.\n\nYour task is to: put a hot egg in garbagecan."

const twenty = "You arrive at countertop 1. On the countertop 1, you see a apple 2, a apple 1, a bowl 1, a bread 2, a bread 1, a butterknife 1, a cup 2, a cup 1, a dishsponge 1, a egg 1, a fork 2, a fork 1, a knife 1, a lettuce 1, a mug 1, a peppershaker 1, a plate 1, a potato 1, a spoon 1, and a tomato 1."

func BenchmarkParse(b *testing.B) {
	p := household(b)
	first := start(b, p, kitchen)
	again := start(b, p, kitchen)
	again.do("go to countertop 1", twenty)
	for _, c := range []struct {
		name string
		view bethink.View
	}{{"FirstLook20", first.view}, {"SecondLook20", again.view}} {
		b.Run(c.name, func(b *testing.B) {
			in := bethink.Input{Text: twenty}
			in.Action, _ = p.Action("go to countertop 1")
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Parse(ctx, c.view, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkTransition(b *testing.B) {
	p := household(b)
	g := start(b, p, kitchen)
	for _, text := range []string{"go to countertop 1", "open fridge 1"} {
		b.Run(text, func(b *testing.B) {
			a, _ := p.Action(text)
			b.ReportAllocs()
			for b.Loop() {
				p.Transition(g.view, a)
			}
		})
	}
}

func BenchmarkReset(b *testing.B) {
	p := household(b)
	b.ReportAllocs()
	for b.Loop() {
		start(b, p, kitchen)
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		household(b)
	}
}
