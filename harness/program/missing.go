package program

// Missing returns an error if a program that the contestant needs is not there: that of
// its command, or one of Needs. A contestant with a build command needs only that one.
func (c *Contestant) Missing() error {
	needed := append([]string{c.Run[0]}, c.Needs...)
	if len(c.Build) > 0 {
		needed = c.Build[:1]
	}
	for _, name := range needed {
		if _, err := resolve(c.Directory, []string{name}); err != nil {
			return err
		}
	}
	return nil
}
