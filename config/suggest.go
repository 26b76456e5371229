package config

import (
	"slices"
	"strings"
)

// tooFar is the number of letters that must differ for two names to be unlike.
const tooFar = 3

// suggest names the key that was probably meant: the same last word in another
// section, or one at most two letters away. It is "" where nothing is near.
func suggest(key string) string {
	last := key[strings.LastIndexByte(key, '.')+1:]
	var near []string
	best := tooFar
	for known := range keys {
		d := distance(key, known)
		if strings.Contains(known, ".") && known[strings.LastIndexByte(known, '.')+1:] == last {
			d = min(d, 1)
		}
		switch {
		case d < best:
			best, near = d, []string{known}
		case d == best && d < tooFar:
			near = append(near, known)
		}
	}
	if len(near) == 0 {
		return ": see the commented referee.toml for those that exist"
	}
	slices.Sort(near)
	return ": did you mean " + strings.Join(near, " or ") + "?"
}

// distance is the number of letters to insert, drop or replace that make b of a;
// tooFar and more are reported as tooFar.
func distance(a, b string) int {
	if len(a)-len(b) >= tooFar || len(b)-len(a) >= tooFar {
		return tooFar
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], tooFar)
}
