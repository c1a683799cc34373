package bethink

// index is a persistent map: insert returns a new one and leaves the old as it
// was. It is a short row of maps, each about eight times the size of the one
// before; an insert copies the first and now and then folds it down, so that n
// inserts copy O(n log n) entries in all and a lookup asks a few maps.
//
// Within one edit the first map is owned and inserts into it copy nothing.
type index[K comparable, V any] struct {
	levels []map[K]V
	owner  *token
}

// token marks what a running edit owns and may change in place.
type token struct{ _ byte }

const indexFirst = 64

func (x index[K, V]) get(k K) (V, bool) {
	// A key is in one level only, most often in the largest.
	for i := len(x.levels) - 1; i >= 0; i-- {
		if v, ok := x.levels[i][k]; ok {
			return v, true
		}
	}
	var zero V
	return zero, false
}

// put returns x with k bound to v. k must be new to x: a key is in one level.
func (x index[K, V]) put(k K, v V, owner *token) index[K, V] {
	if x.owner != owner || owner == nil {
		levels := make([]map[K]V, max(1, len(x.levels)))
		copy(levels, x.levels)
		first := make(map[K]V, len(levels[0])+1)
		for key, val := range levels[0] {
			first[key] = val
		}
		levels[0] = first
		x = index[K, V]{levels: levels, owner: owner}
	}
	x.levels[0][k] = v
	limit := indexFirst
	for i := 0; len(x.levels[i]) > limit; i++ {
		if i+1 == len(x.levels) {
			x.levels = append(x.levels, nil)
		}
		folded := make(map[K]V, len(x.levels[i])+len(x.levels[i+1]))
		for key, val := range x.levels[i+1] {
			folded[key] = val
		}
		for key, val := range x.levels[i] {
			folded[key] = val
		}
		x.levels[i+1] = folded
		x.levels[i] = map[K]V{}
		limit *= 8
	}
	return x
}
