package opening

import (
	"fmt"
	"strings"

	"shinpan/board"
)

// Name is what the figure of the first three stones is called. It is part of the
// "named" event.
type Name struct {
	ID     string `json:"id"` // D1 to D13, I1 to I13; D or I and the third stone for the rest of the 52
	En     string `json:"en"` // the Japanese name in Latin letters, as it is used in English
	Zh     string `json:"zh"`
	Ja     string `json:"ja"`
	Pinyin string `json:"pinyin"`
}

// figureRow is one of the 26 openings in its canonical form: 1 = H8, 2 = H9 (direct)
// or I9 (indirect), 3 as offset from H8.
type figureRow struct {
	dx, dy int
	name   Name
}

// named are the 26 openings (OPENINGS.md section 1).
var named = []figureRow{
	{0, 2, Name{"D1", "Kansei", "寒星", "寒星", "hanxing"}},
	{1, 2, Name{"D2", "Keigetsu", "溪月", "渓月", "xiyue"}},
	{2, 2, Name{"D3", "Sosei", "疏星", "疎星", "shuxing"}},
	{1, 1, Name{"D4", "Kagetsu", "花月", "花月", "huayue"}},
	{2, 1, Name{"D5", "Zangetsu", "残月", "残月", "canyue"}},
	{1, 0, Name{"D6", "Ugetsu", "雨月", "雨月", "yuyue"}},
	{2, 0, Name{"D7", "Kinsei", "金星", "金星", "jinxing"}},
	{0, -1, Name{"D8", "Shogetsu", "松月", "松月", "songyue"}},
	{1, -1, Name{"D9", "Kyugetsu", "丘月", "丘月", "qiuyue"}},
	{2, -1, Name{"D10", "Shingetsu", "新月", "新月", "xinyue"}},
	{0, -2, Name{"D11", "Zuisei", "瑞星", "瑞星", "ruixing"}},
	{1, -2, Name{"D12", "Sangetsu", "山月", "山月", "shanyue"}},
	{2, -2, Name{"D13", "Yusei", "游星", "遊星", "youxing"}},
	{2, 2, Name{"I1", "Chosei", "长星", "長星", "changxing"}},
	{2, 1, Name{"I2", "Kyogetsu", "峡月", "峡月", "xiayue"}},
	{2, 0, Name{"I3", "Kosei", "恒星", "恒星", "hengxing"}},
	{2, -1, Name{"I4", "Suigetsu", "水月", "水月", "shuiyue"}},
	{2, -2, Name{"I5", "Ryusei", "流星", "流星", "liuxing"}},
	{1, 0, Name{"I6", "Ungetsu", "云月", "雲月", "yunyue"}},
	{1, -1, Name{"I7", "Hogetsu", "浦月", "浦月", "puyue"}},
	{1, -2, Name{"I8", "Rangetsu", "岚月", "嵐月", "lanyue"}},
	{0, -1, Name{"I9", "Gingetsu", "银月", "銀月", "yinyue"}},
	{0, -2, Name{"I10", "Myojo", "明星", "明星", "mingxing"}},
	{-1, -1, Name{"I11", "Shagetsu", "斜月", "斜月", "xieyue"}},
	{-1, -2, Name{"I12", "Meigetsu", "名月", "名月", "mingyue"}},
	{-2, -2, Name{"I13", "Suisei", "彗星", "彗星", "huixing"}},
}

// suggested is how many fifth moves are usually offered, for the page to show where a
// number is asked for; it is never a rule (OPENINGS.md section 1.3, seed F2).
var suggested = map[string]int{
	"D3": 1, "D13": 1, "I1": 1, "I5": 1, "I13": 1, "D11": 2,
	"D10": 3, "D12": 3, "I12": 3, "D9": 3, "I11": 3, "D7": 3, "I10": 3,
	"D6": 4, "D8": 4, "I6": 4, "I9": 4, "D5": 4, "I8": 4,
	"D4": 5, "I7": 5, "I4": 6, "D1": 6, "D2": 7, "I2": 7,
}

// Suggested is the usual number of fifth moves after the named opening, 0 where the
// books give none.
func Suggested(id string) int { return suggested[id] }

// offset is a step from the first stone.
type offset struct{ x, y int }

// turned applies the n-th of the eight maps of OPENINGS.md section 1.2.
func (o offset) turned(n int) offset {
	x, y := o.x, o.y
	return [8]offset{{x, y}, {-y, x}, {-x, -y}, {y, -x}, {-x, y}, {x, -y}, {y, x}, {-y, -x}}[n]
}

// Figure names the figure of the first three stones in any orientation, wherever the
// first one lies. within is how far from the first stone the third may lie: 2 for the
// 26 openings, 3 for the 52. ok is false when the second stone does not touch the
// first or the third lies too far away.
func Figure(first, second, third board.Point, within int) (name Name, ok bool) {
	two := offset{second.Col() - first.Col(), second.Row() - first.Row()}
	three := offset{third.Col() - first.Col(), third.Row() - first.Row()}
	far := max(abs(three.x), abs(three.y))
	if first == board.NoPoint || max(abs(two.x), abs(two.y)) != 1 || far == 0 || far > within || two == three {
		return Name{}, false
	}
	direct := two.x == 0 || two.y == 0
	for n := range 8 {
		t, o := two.turned(n), three.turned(n)
		switch {
		case direct && (t != offset{0, 1} || o.x < 0):
		case !direct && (t != offset{1, 1} || o.x < o.y):
		default:
			return nameOf(direct, o), true
		}
	}
	return Name{}, false
}

// nameOf names a figure in its canonical form. The books have no names for the half of
// the 52 whose third stone lies three lines away; they are called by it.
func nameOf(direct bool, three offset) Name {
	letter := "I"
	if direct {
		letter = "D"
	}
	for _, row := range named {
		if row.name.ID[:1] == letter && (offset{row.dx, row.dy}) == three {
			return row.name
		}
	}
	at := board.At(7+three.x, 7+three.y).String()
	if direct {
		return Name{"D-" + at, "direct " + at, "直指" + at, "直指" + at, "zhizhi " + at}
	}
	return Name{"I-" + at, "indirect " + at, "斜指" + at, "斜指" + at, "xiezhi " + at}
}

// ParseFigure reads the name of one of the 26 openings in any of its languages, or its
// id, and gives the id.
func ParseFigure(text string) (id string, err error) {
	for _, row := range named {
		n := row.name
		for _, word := range []string{n.ID, n.En, n.Zh, n.Ja, n.Pinyin} {
			if strings.EqualFold(word, text) {
				return n.ID, nil
			}
		}
	}
	return "", fmt.Errorf("opening: %q: want one of the 26 openings, by id (D4), English (Kagetsu), Japanese or Chinese name", text)
}

// losing are the two of the 26 that are sure losses for Black and were not allowed
// under the rule of 1989 (OPENINGS.md section 1.1).
var losing = map[string]bool{"D13": true, "I13": true}
