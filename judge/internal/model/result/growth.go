package result

import "sudokuoj/judge/internal/base/say"

// Growth is how often a program did something on inputs that grow.
type Growth struct {
	By       string      `json:"by"`                    // "statements", or the function whose calls are counted
	Points   []Point     `json:"points"`                // by size
	Order    string      `json:"order,omitempty"`       // "n^2", "n log n", "1.62^n"; "" if none fits
	Miss     float64     `json:"miss,omitempty"`        // by what share the order misses the counts of the two largest sizes
	Line     int         `json:"line,omitempty"`        // that carries it; 0 if none does alone
	Promised int64       `json:"promised,omitempty"`    // the largest size that the problem promises; 0 if it promises none
	Foretold float64     `json:"foretold_ms,omitempty"` // the time at that size; 0 if it cannot be foretold
	Sentence say.Message `json:"sentence"`
}

// Point is what was counted at a size.
type Point struct {
	Size  int64 `json:"n"`
	Count int64 `json:"count"`
}

// The kinds of causes of a program's slowness.
const (
	Endless  = "endless"  // it runs in a circle
	Stream   = "stream"   // it reads or prints in a slow way
	Handling = "handling" // it copies or scans long things in a loop
	Memory   = "memory"   // it walks its memory in a slow order
	Growing  = "growth"   // it does more than the limit allows
	Untold   = "untold"   // it cannot be told
)

// Cause is why a program ran out of time.
type Cause struct {
	Kind     string             `json:"kind"`
	Line     int                `json:"line,omitempty"`    // where it comes from; 0 if that is no single line
	Figures  map[string]float64 `json:"figures,omitempty"` // those that decided, by name; times in milliseconds
	Sentence say.Message        `json:"sentence"`
}
