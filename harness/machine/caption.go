package machine

import "fmt"

// Caption says in one sentence which build measured on which machine.
func (m Machine) Caption(commit string, dirty bool) string {
	if dirty {
		commit += " with changes"
	}
	return fmt.Sprintf("Commit %s, %s, %d cores, %s/%s, %s.", commit, m.CPU, m.Cores, m.GOOS, m.GOARCH, m.Go)
}
