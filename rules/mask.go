package rules

// masks is what a black stone on each empty point would make, for all points at once.
// Where a point is in several sets the rules' precedence decides which one counts.
type masks struct {
	five     plane // a row of exactly five
	overline plane // a row of six or more
	four     plane // at least one four
	fours    plane // at least two fours
	three    plane // a straight four is one more move away on at least one line
	threes   plane // … on at least two lines
}

// scan finds the masks of a position.
func (s *planes) scan() masks {
	var m masks
	for _, n := range stride {
		m.direction(s.black, s.free, n)
	}
	return m
}

// direction adds what the lines of one direction hold. n is the stride along it.
//
// The work is done on windows of five points that hold no white stone, named by
// their first point and counted in parallel by adding up their stones in binary.
// One in which a row of five would be exact (no stone right before or after it) is a
// four once it holds four stones; two such windows a step apart, whose four common
// points hold three stones, are a straight four to be.
func (m *masks) direction(black, free plane, n uint) {
	b1 := black.ahead(n)
	b2 := b1.ahead(n)
	b3 := b2.ahead(n)
	b4 := b3.ahead(n)
	b5 := b4.ahead(n)

	// Stones in the window of each point: ones + 2·(half1 + half2).
	sum := black.xor(b1)
	half1 := black.and(b1).or(sum.and(b2))
	sum = sum.xor(b2)
	half2 := sum.and(b3)
	sum = sum.xor(b3)
	half2 = half2.or(sum.and(b4))
	ones := sum.xor(b4)
	two := half1.xor(half2)
	four := half1.and(half2)

	// Windows without white stones and walls.
	pair := free.and(free.ahead(n))
	quad := pair.and(pair.ahead(2 * n))
	open := quad.and(quad.ahead(n))
	exact := open.andNot(black.behind(n)).andNot(b5)
	empty := free.andNot(black)

	if !four.empty() {
		m.rows(open, exact, ones, four, b5, empty, n)
	}
	if w := exact.and(two).and(ones); !w.empty() {
		m.addFours(w, empty, n)
	}
	if w := exact.and(two).andNot(ones); !w.empty() {
		m.addThrees(w.and(exact.ahead(n)), empty, n)
	}
}

// rows adds the points that make five or more. Windows with four stones and one open
// point make five there when they are exact, and six when a stone follows; one with
// five stones makes six at an open point that follows.
func (m *masks) rows(open, exact, ones, four, b5, empty plane, n uint) {
	lacking := four.andNot(ones)
	m.five = m.five.or(spread(exact.and(lacking), n).and(empty))
	six := spread(open.and(lacking).and(b5), n)
	after := open.and(four).and(ones).behind(2 * n).behind(2 * n).behind(n)
	m.overline = m.overline.or(six.or(after).and(empty))
}

// addFours adds the fours that windows with three stones become. Windows two, three or
// four steps apart hold different stones: a point they share makes two fours.
func (m *masks) addFours(w, empty plane, n uint) {
	one := spread(w, n).and(empty)
	apart2 := w.and(w.ahead(2 * n))
	apart3 := apart2.or(w.and(w.ahead(2 * n).ahead(n)))
	apart4 := apart3.or(w.and(w.ahead(2 * n).ahead(2 * n)))
	two := apart2.or(apart3.behind(n)).or(apart4.behind(2 * n)).behind(2 * n).and(empty)
	m.fours = m.fours.or(two).or(m.four.and(one))
	m.four = m.four.or(one)
}

// addThrees adds the threes of window pairs t: the four points they share hold two
// stones and two open points, either of which leaves the other to make the straight four.
func (m *masks) addThrees(t, empty plane, n uint) {
	if t.empty() {
		return
	}
	t = t.behind(n)
	t = t.or(t.behind(n))
	t = t.or(t.behind(2 * n)).and(empty)
	m.threes = m.threes.or(m.three.and(t))
	m.three = m.three.or(t)
}

// spread gives all five points of windows named by their first.
func spread(w plane, n uint) plane {
	two := w.or(w.behind(n))
	return two.or(two.behind(2 * n)).or(w.behind(2 * n).behind(2 * n))
}
