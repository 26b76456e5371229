package opencv

// ranked is the value that would be k-th from below if v were sorted. It puts v in another
// order.
func ranked(v []float64, k int) float64 {
	lo, hi := 0, len(v)-1
	for lo < hi {
		pivot := v[(lo+hi)/2]
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	return v[k]
}

// median gives the middle value of v and puts v in another order; 0 of nothing.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	return ranked(v, len(v)/2)
}
