package bench

// Appendable lets tests fill a journal's disk.
type Appendable = appendable

// AppendTo appends records to a journal over a file, until one fails, and
// returns how many it has taken.
func AppendTo(file Appendable, rs ...Record) (int, error) {
	j := &journal{dir: "full", file: file}
	for _, r := range rs {
		if err := j.append(r); err != nil {
			return len(j.records), err
		}
	}
	return len(j.records), nil
}
