package corpus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Lookup returns the member of a list that has this name. If there is none, the error suggests the nearest name.
func Lookup[T any](kind, name string, list []T, nameOf func(T) string) (found T, err error) {
	names := make([]string, len(list))
	for i, member := range list {
		if names[i] = nameOf(member); names[i] == name {
			return member, nil
		}
	}
	return found, fmt.Errorf("unknown %s %q%s", kind, name, Nearest(name, names))
}

// Nearest returns the end of a message about an unknown name: "; did you mean X?" if a known name is close, otherwise
// the list of all known names.
func Nearest(name string, known []string) string {
	if len(known) == 0 {
		return ""
	}
	from := func(k string) int { return levenshtein.ComputeDistance(strings.ToLower(name), k) }
	best := slices.MinFunc(known, func(a, b string) int { return from(a) - from(b) })
	if from(best) <= max(2, len(best)/3) {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return "; want one of " + strings.Join(known, ", ")
}
