package dump

// args is the argument vector for pg_dump. Patterns may hold blanks, dots,
// stars and double quotes ("MixedCase"); each one is a single argument of its
// own, in the --name=value form, so it is never read as another option.
func (s Spec) args() []string {
	argv := []string{"--no-password", "--no-owner"}
	if s.DataOnly {
		argv = append(argv, "--data-only")
	}
	for _, p := range s.Tables {
		argv = append(argv, "--table="+p)
	}
	for _, p := range s.Exclude {
		argv = append(argv, "--exclude-table="+p)
	}
	return argv
}
