package llm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bethink-dev/bethink"
)

// Price is what a model costs, in US dollars per million tokens. Cached is for
// the part of the prompt that the server had kept; 0: as In.
type Price struct {
	In, Out, Cached float64
}

// Cost returns the price of the tokens in US dollars.
func (p Price) Cost(u Usage) float64 {
	cached := p.Cached
	if cached == 0 {
		cached = p.In
	}
	return (float64(u.Prompt-u.CachedPrompt)*p.In + float64(u.CachedPrompt)*cached + float64(u.Completion)*p.Out) / 1e6
}

// ParsePrice reads "IN,OUT" or "IN,OUT,CACHED", in US dollars per million
// tokens. It returns ErrInvalid for anything else.
func ParsePrice(s string) (Price, error) {
	var v [3]float64
	fields := strings.Split(s, ",")
	if len(fields) != 2 && len(fields) != 3 {
		return Price{}, fmt.Errorf("price %q: want IN,OUT in dollars per million tokens: %w", s, bethink.ErrInvalid)
	}
	for i, f := range fields {
		x, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return Price{}, fmt.Errorf("price %q: %q is no amount of dollars: %w", s, f, bethink.ErrInvalid)
		}
		v[i] = x
	}
	return Price{In: v[0], Out: v[1], Cached: v[2]}, nil
}

// Prices is a cost table: prices by model. An entry holds for all models whose
// name it begins; of several the longest does.
type Prices map[string]Price

// Of returns the price of a model.
func (ps Prices) Of(model string) (Price, bool) {
	for n := len(model); n >= 0; n-- {
		if p, ok := ps[model[:n]]; ok {
			return p, true
		}
	}
	return Price{}, false
}
