package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a configuration file.
type Problem struct {
	File string
	Line int    // counted from 1
	Key  string // "clock.control"; empty where the text is no TOML
	What string // what is wrong, and what to write instead
}

// Error is the problem as "file:line: key: what".
func (p Problem) Error() string {
	if p.Key == "" {
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.What)
	}
	return fmt.Sprintf("%s:%d: %s: %s", p.File, p.Line, p.Key, p.What)
}

// Problems are all the problems of one file, sorted by line. It is the error Load
// returns for a file that could be read but not accepted.
type Problems []Problem

// Error has one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// sorted puts the problems in the order of the file.
func (ps Problems) sorted() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Key, b.Key))
	})
	return ps
}

// has reports whether key already has a problem, so that one mistake is told once.
func (ps Problems) has(key string) bool {
	return slices.ContainsFunc(ps, func(p Problem) bool { return p.Key == key })
}
