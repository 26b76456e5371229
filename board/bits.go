package board

// Bits is one row as two bit sets, bit 0 for column A. It is how a reader that looks
// at whole lines takes the stones off a board without asking for them one by one.
// It is 0, 0 outside the board.
func (b *Board) Bits(row int) (black, white uint32) {
	if row < 0 || row >= b.Size() {
		return 0, 0
	}
	cells := b.cells[row*MaxSize : (row+1)*MaxSize]
	first, second := eight(cells[0:8]), eight(cells[8:16])
	black = gather(first) | gather(second)<<8
	white = gather(first>>1) | gather(second>>1)<<8
	for col := 16; col < MaxSize; col++ {
		black |= uint32(cells[col]&1) << col
		white |= uint32(cells[col]>>1) << col
	}
	return black, white
}

// eight packs eight cells into a word, the first into the lowest byte.
func eight(c []Color) uint64 {
	_ = c[7]
	return uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
		uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
}

// gather collects the lowest bit of every byte: the product lifts them, without
// carries, side by side into the top byte.
func gather(word uint64) uint32 {
	return uint32((word & 0x0101010101010101) * 0x0102040810204080 >> 56)
}
