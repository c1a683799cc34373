package probing

import (
	"fmt"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/probe"
)

// Hazards says where a belief has its change rates from.
type Hazards uint8

// The sources of change rates. Learned ones come from episodes of other seeds;
// Shuffled ones are the true ones given to the wrong classes of field.
const (
	HazardsTrue Hazards = iota
	HazardsLearned
	HazardsShuffled
)

// Arm is one policy of the study with what else distinguishes it.
type Arm struct {
	Name string
	// Build makes the policy for an episode; wrong is the oracle's truth.
	Build func(wrong func(field int) bool) probe.Policy
	// Hazards are the rates its belief drifts by.
	Hazards Hazards
	// Placebo discards every answer.
	Placebo bool
	// Bayes reports the most probable value instead of the last one seen.
	Bayes bool
	// Protects says that the arm was told to protect the task.
	Protects bool
	// Control marks an arm that is no candidate for the best policy.
	Control bool
}

// Arms lists the policies of the study. The caller owns the slice.
func Arms() []Arm {
	plain := func(p probe.Policy) Arm {
		return Arm{Name: p.Name(), Build: func(func(int) bool) probe.Policy { return p }}
	}
	voi := func(name string, w probe.Worth, h Hazards) Arm {
		a := plain(probe.ValueOfInformation(name, w))
		a.Hazards, a.Protects = h, w.Protect && w.Objective != probe.ObjectiveSuccess
		return a
	}
	oracle := func(name string, build func(wrong func(int) bool) probe.Policy) Arm {
		return Arm{Name: name, Control: true, Build: func(wrong func(int) bool) probe.Policy { return build(wrong).Named(name) }}
	}
	placebo := plain(probe.ValueOfInformation("voi-placebo", probe.Worth{}))
	placebo.Placebo, placebo.Control = true, true
	bayes := plain(probe.None().Named("bayes"))
	bayes.Bayes, bayes.Control = true, true
	voiBayes := plain(probe.ValueOfInformation("voi-bayes", probe.Worth{}))
	voiBayes.Bayes = true
	shuffled := voi("voi-shuffled", probe.Worth{}, HazardsShuffled)
	shuffled.Control = true
	all := probe.TermsAll
	return []Arm{
		plain(probe.None()),
		plain(probe.Random()),
		plain(probe.Periodic()),
		plain(probe.PeriodicStalest()),
		plain(probe.SelfUncertainty()),
		plain(probe.EnvProbe("envprobe", all)),
		plain(constantDoubt(0.2)),
		plain(probe.EnvProbe("envprobe-c+d", probe.TermC|probe.TermD)),
		plain(probe.EnvProbe("envprobe-minus-c", all&^probe.TermC)),
		plain(probe.EnvProbe("envprobe-minus-d", all&^probe.TermD)),
		plain(probe.EnvProbe("envprobe-minus-s", all&^probe.TermS)),
		plain(probe.EnvProbe("envprobe-minus-u", all&^probe.TermU)),
		plain(probe.At("envprobe-every", probe.Every, probe.HighestScore(all))),
		plain(probe.At("envprobe-late", probe.Late, probe.HighestScore(all))),
		plain(probe.At("stalest-late", probe.Late, probe.Stalest)),
		plain(probe.At("voi-every", probe.Every, probe.MostValuable(probe.ObjectiveAccuracy))),
		voi("voi", probe.Worth{}, HazardsTrue),
		voi("voi-weighted", probe.Worth{Objective: probe.ObjectiveWeighted}, HazardsTrue),
		voi("voi-learned", probe.Worth{}, HazardsLearned),
		shuffled,
		voi("voi-safe", probe.Worth{Protect: true}, HazardsTrue),
		voi("voi-success", probe.Worth{Objective: probe.ObjectiveSuccess}, HazardsTrue),
		voi("voi-task", probe.Worth{Objective: probe.ObjectiveSuccess, Protect: true}, HazardsTrue),
		voiBayes,
		bayes,
		placebo,
		oracle("oracle", probe.Oracle),
		oracle("oracle-weighted", probe.OracleWeighted),
		oracle("oracle-timed", probe.OracleTimed),
	}
}

// constantDoubt is the paper's rule for an agent that reports the same
// confidence of everything.
func constantDoubt(u float64) probe.Policy {
	return probe.New("envprobe-constant-u", func(m *probe.Moment) int {
		i := probe.HighestScore(probe.TermC | probe.TermD | probe.TermS)(m)
		if i < 0 || m.All()[i].Signal().Score(probe.TermC|probe.TermD|probe.TermS)+u < probe.TermsAll.Threshold() {
			return probe.Act
		}
		return i
	})
}

// ArmNamed returns the arm with the given name, or an error that wraps
// bethink.ErrNotFound.
func ArmNamed(name string) (Arm, error) {
	var names []string
	for _, a := range Arms() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Arm{}, fmt.Errorf("probing: no policy %q; use %s: %w", name, strings.Join(names, ", "), bethink.ErrNotFound)
}
