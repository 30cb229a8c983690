package examplestest

import (
	"path/filepath"
	"strconv"
	"strings"
)

// A process belongs to a cluster if it has the environment of the cluster.
type process struct {
	pid  int
	name string
	env  map[string]string
}

// processes lists the processes of the cluster: daemons, jobs, and running commands of Slurm.
func (c *cluster) processes() (found []process) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		environ := read(filepath.Join(dir, "environ"))
		if !strings.Contains(environ, "SLURM_CONF="+c.dir+"/") {
			continue
		}
		p := process{name: strings.TrimSpace(read(filepath.Join(dir, "comm"))), env: map[string]string{}}
		p.pid, _ = strconv.Atoi(filepath.Base(dir))
		for variable := range strings.SplitSeq(environ, "\x00") {
			name, value, _ := strings.Cut(variable, "=")
			p.env[name] = value
		}
		found = append(found, p)
	}
	return found
}

// state returns the letter for the state of the process, such as T for stopped, or "" if it has ended.
func (p process) state() string {
	_, rest, _ := strings.Cut(read(filepath.Join("/proc", strconv.Itoa(p.pid), "stat")), ") ")
	return rest[:min(1, len(rest))]
}
