package probing

import (
	"testing"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/env/probeworld"
)

// A thousand episodes of S3 with their beliefs.
func BenchmarkThousandS3(b *testing.B) {
	for _, kind := range []probeworld.Kind{probeworld.StressObject, probeworld.StressTool, probeworld.StressGraph} {
		for _, arm := range []string{"none", "voi"} {
			b.Run(kind.String()+"/"+arm, func(b *testing.B) {
				stress, err := probeworld.StressNamed("S3")
				if err != nil {
					b.Fatal(err)
				}
				w, err := probeworld.New(probeworld.Config{Kind: kind, Stress: stress, Protocol: probeworld.ProtocolCorrected})
				if err != nil {
					b.Fatal(err)
				}
				agent, _ := AgentNamed("patrol")
				if kind != probeworld.StressObject {
					agent, _ = AgentNamed("scripted")
				}
				a, err := ArmNamed(arm)
				if err != nil {
					b.Fatal(err)
				}
				p := &player{world: w, agent: agent, arm: a, minds: newMinds(w, bethink.NoKnowledge{})}
				for b.Loop() {
					for seed := range uint64(1000) {
						if _, err := p.play(seed); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
