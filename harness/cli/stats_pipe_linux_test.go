package cli_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStatsEndWithTheReaderOfTheirPipe reads one line of the stats and leaves. The pipe cannot hold the other lines,
// so solve must fail instead of waiting for a reader.
func TestStatsEndWithTheReaderOfTheirPipe(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, self, "solve", "--solver", "bitboard", "--problem", "poj3074", "--stats", "/dev/fd/3")
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stdin = strings.NewReader(strings.Repeat(strings.Repeat(".", 80)+"1\n", 20_000))
	reader, writer, err := os.Pipe()
	require.NoError(t, err)
	cmd.ExtraFiles = []*os.File{writer}
	require.NoError(t, cmd.Start())
	require.NoError(t, writer.Close())
	line, err := bufio.NewReaderSize(reader, 16).ReadString('\n')
	require.NoError(t, err)
	assert.Equal(t, "index,solutions,nodes,updates,ns\n", line)
	require.NoError(t, reader.Close())
	assert.Error(t, cmd.Wait(), "solve wrote all lines into a pipe without a reader")
	assert.NoError(t, ctx.Err(), "solve waits for a reader that has gone")
}
