package harness

import (
	"os"

	"github.com/spf13/pflag"

	"gridjudge/harness/shard"
)

// shardFlag is the value of --shard.
type shardFlag struct{ value *shard.Shard }

// registerShard registers --shard.
func registerShard(flags *pflag.FlagSet, value *shard.Shard) {
	flags.Var(shardFlag{value}, "shard", `do only part I of N parts. With auto/N, I comes from the variables that the
scheduler sets (Slurm, Kubernetes, GitLab, GNU parallel). gridjudge merge puts the parts together`)
}

// String returns I/N.
func (f shardFlag) String() string {
	if f.value == nil { // pflag asks the zero value for the default
		return ""
	}
	return f.value.String()
}

// Set parses I/N or auto/N.
func (f shardFlag) Set(text string) (err error) {
	*f.value, err = shard.Parse(text, os.LookupEnv)
	return err
}

// Type names the kind of value in help texts.
func (f shardFlag) Type() string { return "I/N" }
