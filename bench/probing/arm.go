package probing

import (
	"fmt"
	"strings"

	"github.com/bethink-dev/bethink"
	"github.com/bethink-dev/bethink/bench/probing/policy"
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
	Build func(wrong func(field int) bool) policy.Prober
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
	plain := func(p policy.Prober) Arm {
		return Arm{Name: p.Name(), Build: func(func(int) bool) policy.Prober { return p }}
	}
	voi := func(name string, w policy.Worth, h Hazards) Arm {
		a := plain(policy.ValueOfInformation(name, w))
		a.Hazards, a.Protects = h, w.Protect && w.Objective != policy.ObjectiveSuccess
		return a
	}
	oracle := func(name string, build func(wrong func(int) bool) policy.Prober) Arm {
		return Arm{Name: name, Control: true, Build: func(wrong func(int) bool) policy.Prober { return build(wrong).Named(name) }}
	}
	placebo := plain(policy.ValueOfInformation("voi-placebo", policy.Worth{}))
	placebo.Placebo, placebo.Control = true, true
	bayes := plain(policy.None().Named("bayes"))
	bayes.Bayes, bayes.Control = true, true
	voiBayes := plain(policy.ValueOfInformation("voi-bayes", policy.Worth{}))
	voiBayes.Bayes = true
	shuffled := voi("voi-shuffled", policy.Worth{}, HazardsShuffled)
	shuffled.Control = true
	all := policy.TermsAll
	return []Arm{
		plain(policy.None()),
		plain(policy.Random()),
		plain(policy.Periodic()),
		plain(policy.PeriodicStalest()),
		plain(policy.SelfUncertainty()),
		plain(policy.EnvProbe("envprobe", all)),
		plain(constantDoubt(0.2)),
		plain(policy.EnvProbe("envprobe-c+d", policy.TermC|policy.TermD)),
		plain(policy.EnvProbe("envprobe-minus-c", all&^policy.TermC)),
		plain(policy.EnvProbe("envprobe-minus-d", all&^policy.TermD)),
		plain(policy.EnvProbe("envprobe-minus-s", all&^policy.TermS)),
		plain(policy.EnvProbe("envprobe-minus-u", all&^policy.TermU)),
		plain(policy.At("envprobe-every", policy.Every, policy.HighestScore(all))),
		plain(policy.At("envprobe-late", policy.Late, policy.HighestScore(all))),
		plain(policy.At("stalest-late", policy.Late, policy.Stalest)),
		plain(policy.At("voi-every", policy.Every, policy.MostValuable(policy.ObjectiveAccuracy))),
		voi("voi", policy.Worth{}, HazardsTrue),
		voi("voi-weighted", policy.Worth{Objective: policy.ObjectiveWeighted}, HazardsTrue),
		voi("voi-learned", policy.Worth{}, HazardsLearned),
		shuffled,
		voi("voi-safe", policy.Worth{Protect: true}, HazardsTrue),
		voi("voi-success", policy.Worth{Objective: policy.ObjectiveSuccess}, HazardsTrue),
		voi("voi-task", policy.Worth{Objective: policy.ObjectiveSuccess, Protect: true}, HazardsTrue),
		voiBayes,
		bayes,
		placebo,
		oracle("oracle", policy.Oracle),
		oracle("oracle-weighted", policy.OracleWeighted),
		oracle("oracle-timed", policy.OracleTimed),
	}
}

// constantDoubt is the paper's rule for an agent that reports the same
// confidence of everything.
func constantDoubt(u float64) policy.Prober {
	return policy.New("envprobe-constant-u", func(m *policy.Turn) int {
		i := policy.HighestScore(policy.TermC | policy.TermD | policy.TermS)(m)
		if i < 0 || (policy.TermC|policy.TermD|policy.TermS).Score(m.All()[i].Signal())+u < policy.TermsAll.Threshold() {
			return policy.Act
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
