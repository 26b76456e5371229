package opencv

// history keeps the last plans, newest last, in memory taken once.
type history struct {
	plans   [][]byte
	numbers []int
	next, n int
}

func newHistory(length, bytes int) history {
	h := history{plans: make([][]byte, length), numbers: make([]int, length)}
	for i := range h.plans {
		h.plans[i] = make([]byte, bytes)
	}
	return h
}

func (h *history) empty() bool { return h.n == 0 }

func (h *history) push(number int, plan []byte) {
	copy(h.plans[h.next], plan)
	h.numbers[h.next] = number
	h.next = (h.next + 1) % len(h.plans)
	h.n = min(h.n+1, len(h.plans))
}

// back calls yield for each plan before the newest, newest first, until it says no.
func (h *history) back(yield func(number int, plan []byte) bool) {
	for k := 2; k <= h.n; k++ {
		i := (h.next - k + 2*len(h.plans)) % len(h.plans)
		if !yield(h.numbers[i], h.plans[i]) {
			return
		}
	}
}
