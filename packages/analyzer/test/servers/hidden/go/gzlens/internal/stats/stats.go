// Package stats counts things in lines of the common log format.
package stats

import (
	"iter"
	"regexp"
	"strconv"
)

var lineRE = regexp.MustCompile(`^\S+ \S+ \S+ \[[^\]:]{1,20}:(\d\d):\d\d:\d\d [^\]]{1,8}\] "[^"]*" (\d{3}) `)

// Result holds the counts of one log.
type Result struct {
	Lines   int            `json:"lines"`
	Unknown int            `json:"unknown"`
	Counts  map[string]int `json:"counts"`
}

// Key picks what is counted.
type Key func(hour, status int) string

// ByStatus counts by status code.
func ByStatus(_, status int) string { return strconv.Itoa(status) }

// ByHour counts by hour of the day.
func ByHour(hour, _ int) string { return strconv.Itoa(hour) }

// Count counts lines by key.
func Count(lines iter.Seq[[]byte], key Key) Result {
	res := Result{Counts: map[string]int{}}
	for line := range lines {
		if len(line) == 0 {
			continue
		}
		res.Lines++
		m := lineRE.FindSubmatch(line)
		if m == nil {
			res.Unknown++
			continue
		}
		hour, errHour := strconv.Atoi(string(m[1]))
		status, errStatus := strconv.Atoi(string(m[2]))
		if errHour != nil || errStatus != nil || hour > 23 {
			res.Unknown++
			continue
		}
		res.Counts[key(hour, status)]++
	}
	return res
}
