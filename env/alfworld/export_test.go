package alfworld

import "slices"

// Raw returns the bytes of a game file.
func Raw(s *Set, name string) ([]byte, error) {
	i := slices.IndexFunc(s.tasks, func(t Task) bool { return t.Name == name })
	return s.entries[i].read()
}
