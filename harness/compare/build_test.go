package compare

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// repository makes a git repository with one commit, and goes there.
func repository(t *testing.T) (git func(args ...string) string) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	t.Chdir(t.TempDir())
	git = func(args ...string) string {
		out, err := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@x"}, args...)...).CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
		return string(out)
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "empty")
	return git
}

func TestABuildThatIsInterruptedLeavesNoWorktree(t *testing.T) {
	git := repository(t)
	marker := filepath.Join(t.TempDir(), "reached")
	hook := "#!/bin/sh\ntouch '" + marker + "'\nsleep 0.2\n" // git is at work when this runs
	require.NoError(t, os.MkdirAll(".git/hooks", 0o777))
	require.NoError(t, os.WriteFile(".git/hooks/post-checkout", []byte(hook), 0o777))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(marker); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := Build(ctx, "HEAD", t.TempDir())
	require.ErrorIs(t, err, context.Canceled)
	assert.FileExists(t, marker, "it was interrupted while git was at work")
	assert.Equal(t, 1, strings.Count(git("worktree", "list", "--porcelain"), "worktree "), git("worktree", "list"))
}

func TestABuildThatFailsSaysWhatFailed(t *testing.T) {
	git := repository(t)
	_, err := Build(t.Context(), "HEAD", t.TempDir())
	require.ErrorContains(t, err, "building HEAD: go build")
	_, err = Build(t.Context(), "no-such-revision", t.TempDir())
	require.ErrorContains(t, err, "git worktree")
	assert.Equal(t, 1, strings.Count(git("worktree", "list", "--porcelain"), "worktree "))
}
