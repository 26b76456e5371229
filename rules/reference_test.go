package rules_test

// The reference: the rule of CONDUCT.md section 5 written down as literally as it
// goes, slow and without tables, sharing no code with the package.

// refBoard is rows of 'x', 'o' and '.', ref[row][col].
type refBoard [][]byte

func (r refBoard) at(x, y int) byte {
	if y < 0 || y >= len(r) || x < 0 || x >= len(r) {
		return 'o' // for Black, off the board is as good as White
	}
	return r[y][x]
}

var refDirections = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// row counts the black stones in a row through x, y in one direction.
func (r refBoard) row(x, y int, d [2]int) int {
	n := 1
	for i := 1; r.at(x+i*d[0], y+i*d[1]) == 'x'; i++ {
		n++
	}
	for i := 1; r.at(x-i*d[0], y-i*d[1]) == 'x'; i++ {
		n++
	}
	return n
}

// verdict is the code of a black stone on the empty point x, y.
func (r refBoard) verdict(x, y int) string {
	r[y][x] = 'x'
	defer func() { r[y][x] = '.' }()
	overline := false
	for _, d := range refDirections {
		if r.row(x, y, d) == 5 {
			return "5"
		}
		overline = overline || r.row(x, y, d) > 5
	}
	if overline {
		return "6"
	}
	fours := map[[4][2]int]bool{}
	threes := 0
	for _, d := range refDirections {
		r.fours(x, y, d, fours)
		if r.three(x, y, d) {
			threes++
		}
	}
	if len(fours) >= 2 {
		return "44"
	}
	if threes >= 2 {
		return "33"
	}
	return "-"
}

// fours collects the sets of four stones, x, y among them, that one more stone makes
// a row of exactly five.
func (r refBoard) fours(x, y int, d [2]int, found map[[4][2]int]bool) {
	for first := -4; first <= 0; first++ {
		var stones [][2]int
		var open [][2]int
		for i := first; i < first+5; i++ {
			px, py := x+i*d[0], y+i*d[1]
			switch r.at(px, py) {
			case 'x':
				stones = append(stones, [2]int{px, py})
			case '.':
				open = append(open, [2]int{px, py})
			}
		}
		if len(stones) != 4 || len(open) != 1 {
			continue
		}
		ex, ey := open[0][0], open[0][1]
		r[ey][ex] = 'x'
		if r.row(ex, ey, d) == 5 {
			found[[4][2]int(stones)] = true
		}
		r[ey][ex] = '.'
	}
}

// three reports whether some legal move makes a straight four with x, y in direction d.
func (r refBoard) three(x, y int, d [2]int) bool {
	for i := -3; i <= 3; i++ {
		ex, ey := x+i*d[0], y+i*d[1]
		if r.at(ex, ey) != '.' {
			continue
		}
		r[ey][ex] = 'x'
		straight := r.straightFour(x, y, ex, ey, d)
		r[ey][ex] = '.'
		if straight && r.verdict(ex, ey) == "-" {
			return true
		}
	}
	return false
}

// straightFour reports whether both points lie in one row of four stones that a
// stone at either end makes exactly five.
func (r refBoard) straightFour(x, y, ex, ey int, d [2]int) bool {
	fx, fy := x, y // the first stone of the row
	for r.at(fx-d[0], fy-d[1]) == 'x' {
		fx, fy = fx-d[0], fy-d[1]
	}
	if r.row(x, y, d) != 4 {
		return false
	}
	within := false
	for i := range 4 {
		within = within || fx+i*d[0] == ex && fy+i*d[1] == ey
	}
	return within && r.makesFive(fx-d[0], fy-d[1], d) && r.makesFive(fx+4*d[0], fy+4*d[1], d)
}

func (r refBoard) makesFive(x, y int, d [2]int) bool {
	if r.at(x, y) != '.' {
		return false
	}
	r[y][x] = 'x'
	defer func() { r[y][x] = '.' }()
	return r.row(x, y, d) == 5
}
