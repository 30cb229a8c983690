package program

// Executable returns the path of the program's file and its arguments; those that
// name files or folders in Directory are absolute.
func (p *Program) Executable() (path string, args []string) { return p.command.path, p.command.args }
