package dump

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/harborline/pgshelf/internal/config"
)

const (
	maxTables    = 40
	maxPatternLn = 128
)

var labelRE = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// Spec describes one dump.
type Spec struct {
	ProfileName string
	Profile     config.Profile
	Label       string
	Tables      []string
	Exclude     []string
	DataOnly    bool
}

func (s Spec) check() error {
	if !labelRE.MatchString(s.Label) {
		return errors.New("label may only hold lower-case letters, digits, - and _")
	}
	if len(s.Tables) == 0 {
		return errors.New("at least one table is needed")
	}
	if len(s.Tables)+len(s.Exclude) > maxTables {
		return fmt.Errorf("at most %d table patterns are allowed", maxTables)
	}
	for _, list := range [][]string{s.Tables, s.Exclude} {
		for _, p := range list {
			if p == "" || len(p) > maxPatternLn || strings.ContainsAny(p, "\x00\r\n") {
				return fmt.Errorf("table pattern %q is not usable", p)
			}
		}
	}
	return nil
}
