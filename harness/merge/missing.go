package merge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/harness/report"
	"gridjudge/harness/shard"
)

// taken returns the attempt of a shard that is merged: the first complete one, or nil.
func (s *Shards) taken(i int) *attempt {
	at := slices.IndexFunc(s.attempts[i], func(a *attempt) bool { return a.unusable == nil })
	if at < 0 {
		return nil
	}
	return s.attempts[i][at]
}

// longest returns the unfinished attempt of a shard that holds the most, or nil.
func (s *Shards) longest(i int) (best *attempt) {
	for _, a := range s.attempts[i] {
		if !a.broken && (best == nil || a.content.size() > best.content.size()) {
			best = a
		}
	}
	return best
}

// Missing lists the shards without a complete attempt.
func (s *Shards) Missing() (missing []shard.Shard) {
	for i := 1; i <= s.of; i++ {
		if s.taken(i) == nil {
			missing = append(missing, shard.Shard{Index: i, Of: s.of})
		}
	}
	return missing
}

// MissingError returns an error that names each shard without a complete attempt, the reason, and the command that
// makes the shard or continues an unfinished attempt. It returns nil if no shard is missing.
func (s *Shards) MissingError() error {
	missing := s.Missing()
	if len(missing) == 0 {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d shards are missing; run these commands, or show what there is with --partial:", len(missing), s.of)
	for _, m := range missing {
		fmt.Fprintf(&b, "\n  %s: %s\n    %s", m, s.why(m.Index), s.command(m))
	}
	return fmt.Errorf("%s", b.String())
}

// why returns the reason why a shard is missing.
func (s *Shards) why(i int) string {
	var reasons []string
	for _, a := range s.attempts[i] {
		reasons = append(reasons, fmt.Sprintf("%s: %v", a.dir, a.unusable))
	}
	if reasons == nil {
		return "not run"
	}
	return strings.Join(reasons, "; ")
}

// command returns the command that makes a shard, or that continues its longest attempt.
func (s *Shards) command(m shard.Shard) string {
	if a := s.longest(m.Index); a != nil && a.unusable == errUnfinished {
		return shellquote.Join("gridjudge", a.manifest.Verb, "--resume", a.dir)
	}
	return report.Escape(shellquote.Join(m.Command(s.first.manifest.Command)...))
}

// Choices says of every shard with several attempts which one is taken.
func (s *Shards) Choices() (said []string) {
	for i := 1; i <= s.of; i++ {
		a := s.taken(i)
		if a == nil || len(s.attempts[i]) == 1 {
			continue
		}
		said = append(said, fmt.Sprintf("shard %s is taken from %s, not from %s", a.manifest.Shard, a.dir, strings.Join(s.others(a), ", ")))
	}
	return said
}

// others lists the other attempts of a shard.
func (s *Shards) others(taken *attempt) (dirs []string) {
	for _, a := range s.attempts[taken.manifest.Shard.Index] {
		if a != taken {
			dirs = append(dirs, a.dir)
		}
	}
	return dirs
}
