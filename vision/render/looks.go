package render

// boardKind is a kind of board. Ranges are drawn from anew for each board.
type boardKind struct {
	name     string
	weight   float64
	grain    grain
	inks     []uint32
	strength [2]float64 // how much the ink covers
	uneven   float64
	gloss    [2]float64
	rough    [2]float64
	thick    [2]float64
	hue      float64 // how much the colour differs from board to board
}

var (
	mattRough = [2]float64{0.35, 0.6}
	satin     = [2]float64{0.1, 0.3}
	polished  = [2]float64{0.01, 0.09}
	slabs     = [2]float64{0.5, 2.2}
	plates    = [2]float64{0.12, 0.6}
	sheets    = [2]float64{0.01, 0.06}
	blackInk  = []uint32{0x15120f, 0x2a1a10, 0x1b1b1d, 0x3a2618}
	paleInk   = []uint32{0xf2efe6, 0xe8dcb8, 0xd8b25a, 0xcfd3d6}
)

// boardKinds are the kinds of boards there are.
var boardKinds = []boardKind{
	{name: "kaya", weight: 3, grain: grain{light: hex(0xe2b872), dark: hex(0xb98443), rings: 5, contrast: 0.45, wave: 0.8, fiber: 0.14, streaks: 0.2}, inks: blackInk, strength: [2]float64{0.8, 1}, gloss: [2]float64{0, 0.7}, rough: satin, thick: slabs, hue: 0.06},
	{name: "spruce", weight: 2, grain: grain{light: hex(0xe9cfa0), dark: hex(0xc39a62), rings: 3.5, contrast: 0.4, bow: 0.1, wave: 0.6, fiber: 0.1, streaks: 0.2}, inks: blackInk, strength: [2]float64{0.6, 1}, gloss: [2]float64{0, 0.6}, rough: satin, thick: slabs, hue: 0.06},
	{name: "bamboo", weight: 2, grain: grain{light: hex(0xe3c68e), dark: hex(0xb58a4c), fiber: 0.25, streaks: 0.15, plank: 0.8}, inks: blackInk, strength: [2]float64{0.7, 1}, gloss: [2]float64{0, 0.8}, rough: satin, thick: plates, hue: 0.06},
	{name: "honey", weight: 2, grain: grain{light: hex(0xd08c3c), dark: hex(0x8f5420), rings: 1.3, contrast: 0.5, bow: 0.25, wave: 1.2, fiber: 0.12, streaks: 0.2}, inks: blackInk, strength: [2]float64{0.7, 1}, gloss: [2]float64{0.2, 1}, rough: satin, thick: plates, hue: 0.1},
	{name: "oak", weight: 2, grain: grain{light: hex(0xc79a63), dark: hex(0x7d5631), rings: 1.6, contrast: 0.55, bow: 0.2, wave: 1, fiber: 0.3, pores: 0.28, streaks: 0.2}, inks: blackInk, strength: [2]float64{0.6, 1}, uneven: 0.4, gloss: [2]float64{0, 0.5}, rough: satin, thick: slabs, hue: 0.08},
	{name: "pine", weight: 1.5, grain: grain{light: hex(0xe6be80), dark: hex(0xa8662c), rings: 1.1, contrast: 0.8, bow: 0.3, wave: 1.5, fiber: 0.08, streaks: 0.15}, inks: blackInk, strength: [2]float64{0.7, 1}, gloss: [2]float64{0, 0.8}, rough: satin, thick: plates, hue: 0.06},
	{name: "walnut", weight: 2, grain: grain{light: hex(0x7a5234), dark: hex(0x33200f), rings: 0.9, contrast: 0.5, bow: 0.25, wave: 1.5, fiber: 0.2, pores: 0.2, streaks: 0.5}, inks: append([]uint32{0x120c08}, paleInk...), strength: [2]float64{0.6, 1}, uneven: 0.3, gloss: [2]float64{0, 0.9}, rough: satin, thick: plates, hue: 0.08},
	{name: "cherry", weight: 1.5, grain: grain{light: hex(0xb06a3e), dark: hex(0x6d3418), rings: 1.4, contrast: 0.35, bow: 0.2, wave: 1, fiber: 0.15, streaks: 0.3}, inks: append([]uint32{0xe8dcb8}, blackInk...), strength: [2]float64{0.7, 1}, gloss: [2]float64{0.2, 1}, rough: satin, thick: plates, hue: 0.08},
	{name: "lacquer", weight: 1.5, grain: grain{light: hex(0x2a2624), dark: hex(0x100e0d), fiber: 0.2, streaks: 0.3}, inks: paleInk, strength: [2]float64{0.7, 1}, gloss: [2]float64{0.4, 1}, rough: [2]float64{0.02, 0.2}, thick: plates, hue: 0.1},
	{name: "green mat", weight: 1.5, grain: grain{light: hex(0x3f8a5c), dark: hex(0x1c4a2e), weave: 0.25, speck: 0.2}, inks: append([]uint32{0x10130f, 0x10130f, 0x10130f}, paleInk...), strength: [2]float64{0.8, 1}, gloss: [2]float64{0, 0.2}, rough: mattRough, thick: sheets, hue: 0.15},
	{name: "blue mat", weight: 0.6, grain: grain{light: hex(0x45659c), dark: hex(0x22345e), weave: 0.25, speck: 0.2}, inks: paleInk, strength: [2]float64{0.8, 1}, gloss: [2]float64{0, 0.2}, rough: mattRough, thick: sheets, hue: 0.15},
	{name: "paper", weight: 2, grain: grain{light: hex(0xe9e6dd), dark: hex(0xb9b2a2), blotch: 0.25, speck: 0.05}, inks: append([]uint32{0x3f4c8a}, blackInk...), strength: [2]float64{0.7, 1}, gloss: [2]float64{0, 0.15}, rough: mattRough, thick: [2]float64{0.003, 0.03}, hue: 0.05},
	{name: "printed sheet", weight: 1.5, grain: grain{light: hex(0xe6cf9b), dark: hex(0xc0a064), blotch: 0.2, rings: 2.2, contrast: 0.12, wave: 1.2}, inks: blackInk, strength: [2]float64{0.8, 1}, gloss: [2]float64{0, 0.6}, rough: [2]float64{0.1, 0.4}, thick: [2]float64{0.003, 0.05}, hue: 0.1},
	{name: "vinyl", weight: 1.5, grain: grain{light: hex(0xd3ae70), dark: hex(0x9a7440), speck: 0.15, blotch: 0.15}, inks: blackInk, strength: [2]float64{0.8, 1}, gloss: [2]float64{0.2, 0.7}, rough: [2]float64{0.12, 0.35}, thick: sheets, hue: 0.12},
	{name: "leather", weight: 0.8, grain: grain{light: hex(0x9a6a44), dark: hex(0x5a3a22), speck: 0.35, blotch: 0.25}, inks: append([]uint32{0xe8dcb8}, blackInk...), strength: [2]float64{0.7, 1}, gloss: [2]float64{0.1, 0.5}, rough: satin, thick: sheets, hue: 0.12},
	{name: "plastic", weight: 0.8, grain: grain{light: hex(0xdcb673), dark: hex(0xc09a58), blotch: 0.08}, inks: blackInk, strength: [2]float64{0.9, 1}, gloss: [2]float64{0.4, 1}, rough: polished, thick: plates, hue: 0.15},
}

// tableKind is what the board lies on.
type tableKind struct {
	name   string
	weight float64
	grain  grain
	gloss  float64
	rough  float64
	// checks are the squares of a chequered cloth or the tiles of a floor, and how much
	// their second colour covers; joint is the width of the tiles' joints.
	checks, second, joint float64
}

var tableKinds = []tableKind{
	{name: "oak", weight: 3, grain: grain{light: hex(0xcaa677), dark: hex(0x8a6238), rings: 0.5, contrast: 0.5, bow: 0.1, wave: 2, fiber: 0.2, pores: 0.12, plank: 7}, gloss: 0.4, rough: 0.2},
	{name: "redwood", weight: 2, grain: grain{light: hex(0x8a4429), dark: hex(0x431a0d), rings: 0.6, contrast: 0.4, wave: 2, fiber: 0.2, streaks: 0.3}, gloss: 0.7, rough: 0.12},
	{name: "birch", weight: 2, grain: grain{light: hex(0xe3d2ae), dark: hex(0xb99a6b), rings: 0.4, contrast: 0.3, wave: 3, fiber: 0.1}, gloss: 0.4, rough: 0.2},
	{name: "dark wood", weight: 2, grain: grain{light: hex(0x4a3426), dark: hex(0x1d120b), rings: 0.6, contrast: 0.5, wave: 2, fiber: 0.3, streaks: 0.3}, gloss: 0.6, rough: 0.15},
	{name: "white", weight: 2, grain: grain{light: hex(0xe6e5e2), dark: hex(0xc9c7c2), blotch: 0.2}, gloss: 0.3, rough: 0.3},
	{name: "grey", weight: 2, grain: grain{light: hex(0x8f9196), dark: hex(0x6a6c70), speck: 0.3, blotch: 0.2}, gloss: 0.1, rough: 0.4},
	{name: "black", weight: 2, grain: grain{light: hex(0x26272a), dark: hex(0x131416), speck: 0.4}, gloss: 0.4, rough: 0.2},
	{name: "red cloth", weight: 1, grain: grain{light: hex(0x8c2430), dark: hex(0x5a121c), weave: 0.5}},
	{name: "green cloth", weight: 1, grain: grain{light: hex(0x1f5a3c), dark: hex(0x113a24), weave: 0.5}},
	{name: "blue cloth", weight: 1, grain: grain{light: hex(0x2b4578), dark: hex(0x182a4e), weave: 0.5}},
	{name: "beige cloth", weight: 1, grain: grain{light: hex(0xd8c8a8), dark: hex(0xb8a482), weave: 0.5}},
	{name: "checked cloth", weight: 0.6, grain: grain{light: hex(0xece7df), dark: hex(0xb4ada2), weave: 0.3}, checks: 2.3, second: 0.6},
	{name: "tiles", weight: 0.5, grain: grain{light: hex(0xc9c1b4), dark: hex(0x9c9385), blotch: 0.4}, gloss: 0.5, rough: 0.1, checks: 6, joint: 0.12},
	{name: "marble", weight: 0.6, grain: grain{light: hex(0xdad8d4), dark: hex(0x77767a), blotch: 0.9}, gloss: 0.8, rough: 0.03},
}
