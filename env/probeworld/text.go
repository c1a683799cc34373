package probeworld

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// split reads "verb(argument)" after trimming: a word, an opening bracket,
// anything without a closing one, and that one at the end. The verb comes back
// in lower case; the argument trimmed, then without double and then single
// quotes around it.
func split(text string) (verb, arg string, ok bool) {
	text = strings.TrimSpace(text)
	verb, rest, found := strings.Cut(text, "(")
	if !found || !word(verb) {
		return "", "", false
	}
	arg, tail, found := strings.Cut(rest, ")")
	if !found || tail != "" {
		return "", "", false
	}
	arg = strings.TrimSpace(arg)
	arg = strings.Trim(arg, `"`)
	arg = strings.Trim(arg, `'`)
	return strings.ToLower(verb), arg, true
}

func word(s string) bool {
	for _, r := range s {
		letter := r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter {
			return false
		}
	}
	return s != ""
}

// pair splits an argument at its first comma and trims both halves.
func pair(arg string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(arg, ",")
	return strings.TrimSpace(a), strings.TrimSpace(b), ok
}

// numbered returns prefix0 … prefix(n−1).
func numbered(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + strconv.Itoa(i)
	}
	return names
}

// index returns the position of name in names, or −1.
func index(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
}

// The appenders below write JSON in one canonical form: no spaces, keys in
// plain string order (the caller's duty), ASCII only.

func appendString(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	unit := func(c uint16) {
		dst = append(dst, '\\', 'u', hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15])
	}
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r >= 0x20 && r < 0x7f:
			dst = append(dst, byte(r))
		case r < 0x10000:
			unit(uint16(r))
		default:
			high, low := utf16.EncodeRune(r)
			unit(uint16(high))
			unit(uint16(low))
		}
	}
	return append(dst, '"')
}

func appendStrings(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendString(dst, s)
	}
	return append(dst, ']')
}

// appendKey opens an entry of an object: a comma unless it is the first, the
// key and the colon.
func appendKey(dst []byte, key string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst = appendString(dst, key)
	return append(dst, ':')
}

func numberedName(prefix string, n int) string { return prefix + strconv.Itoa(n) }

// sortedBy returns the positions of names in string order of the names.
func sortedBy(names []string) []int {
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(names[a], names[b]) })
	return order
}
