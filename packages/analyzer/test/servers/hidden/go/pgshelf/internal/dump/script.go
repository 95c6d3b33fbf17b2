package dump

import "strings"

// A table pattern may hold blanks, dots, stars and double quotes
// ("MixedCase"), so every value goes into the line as one quoted word.
var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func quote(v string) string {
	return `"` + escaper.Replace(v) + `"`
}

// script collects the words of the pg_dump command line.
type script struct {
	words []string
}

func newScript(program string) *script {
	return &script{words: []string{program}}
}

func (s *script) flag(name string) *script {
	s.words = append(s.words, "--"+name)
	return s
}

func (s *script) opts(name string, values []string) *script {
	for _, v := range values {
		s.words = append(s.words, "--"+name+"="+quote(v))
	}
	return s
}

func (s *script) pipe(program string) *script {
	s.words = append(s.words, "|", program)
	return s
}

func (s *script) String() string { return strings.Join(s.words, " ") }

func (s Spec) script() *script {
	sc := newScript("pg_dump").flag("no-password").flag("no-owner")
	if s.DataOnly {
		sc.flag("data-only")
	}
	return sc.opts("table", s.Tables).
		opts("exclude-table", s.Exclude).
		pipe("gzip -c")
}
