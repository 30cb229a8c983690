package harness

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// refuseEmpty lets a verb refuse empty arguments and flag values. They come from a variable that a script did not set,
// so a verb that took them for the default would do something that nobody asked for: compare "$BASE" would compare the
// working tree with itself, and pass.
func refuseEmpty(verb *cobra.Command) {
	verb.Flags().VisitAll(func(flag *pflag.Flag) {
		flag.Value = givenValue{flag.Value}
		if flag.DefValue == "[]" { // pflag shows this default unless it knows the type
			flag.DefValue = ""
		}
	})
	verb.PreRunE = func(_ *cobra.Command, args []string) error {
		if at := slices.Index(args, ""); at >= 0 {
			return usageError("argument %d is empty: perhaps a variable is not set", at+1)
		}
		return nil
	}
}

// givenValue is the value of a flag that must not be set to nothing.
type givenValue struct{ pflag.Value }

// Set sets the value. Neither the text nor an element of a list may be empty.
func (v givenValue) Set(text string) error {
	if text != "" {
		if err := v.Value.Set(text); err != nil {
			return err
		}
	}
	list, several := v.Value.(pflag.SliceValue)
	if text == "" || several && slices.Contains(list.GetSlice(), "") {
		return errors.New("it is empty, or a part of it: perhaps a variable is not set; without the flag, the default applies")
	}
	return nil
}
