package sudoku

import "math/bits"

// Rand is a small random number generator (xoshiro256**, seeded by splitmix64). It is written here so
// that a seed gives the same puzzles on every machine and with every version of Go, for ever.
type Rand struct{ s [4]uint64 }

// NewRand starts the stream of a seed.
func NewRand(seed uint64) *Rand {
	var r Rand
	for i := range r.s {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		r.s[i] = z ^ z>>31
	}
	return &r
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	s := &r.s
	out := bits.RotateLeft64(s[1]*5, 7) * 9
	t := s[1] << 17
	s[2] ^= s[0]
	s[3] ^= s[1]
	s[1] ^= s[2]
	s[0] ^= s[3]
	s[2] ^= t
	s[3] = bits.RotateLeft64(s[3], 45)
	return out
}

// Intn returns a number from 0 to n-1, each as likely as the others.
func (r *Rand) Intn(n int) int {
	for {
		hi, lo := bits.Mul64(r.Uint64(), uint64(n))
		if lo >= -uint64(n)%uint64(n) {
			return int(hi)
		}
	}
}

// Perm returns the numbers 0 to n-1 in random order.
func (r *Rand) Perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := r.Intn(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}
