package trace_test

import (
	"testing"

	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/sudoku"
	"sudokuoj/judge/internal/testkit/must"
)

// looking are the two looks, written out as a program would take them after each digit. The second of them asks for
// places, too.
const looking = `int a[N][N];
int at(int i);
bool fits(int i, int d);
bool look(bool places) {
	for (int i = 0; i < N * N; i++) {
		bool some = at(i) != 0;
		for (int d = 1; d <= N; d++) some = some || fits(i, d);
		if (!some) return false;
	}
	for (int u = 0; u < 3 * N; u++)
		for (int d = 1; places && d <= N; d++) {
			bool some = false;
			for (int k = 0; k < N; k++) {
				int i = u < N ? u * N + k : u < 2 * N ? k * N + u % N : (u % N / 3 * 3 + k / 3) * N + u % N % 3 * 3 + k % 3;
				some = some || at(i) == d || (at(i) == 0 && fits(i, d));
			}
			if (!some) return false;
		}
	return true;
}`

// TestInsight: what the record of a search says of a look is what the same program places that really looks.
func TestInsight(t *testing.T) {
	tr := tracer(t)
	puzzle := line(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	var said, placed [3]int
	for i, condition := range []string{"true", "look(false)", "look(true)"} {
		w := way{make: looking, get: "a[r][c]", set: "a[r][c] = d", change: []string{"(search(i + 1))", "(" + condition + " && search(i + 1))"}}
		r, err := tr.Replay(t.Context(), written(t, "tried.cpp", w.program("tried.cpp", "9", digits)), sudoku.File, puzzle)
		skipMissing(t, err)
		if err != nil || !r.Solved || r.Insight == nil {
			t.Fatalf("%+v, %v", r, err)
		}
		if placed[i] = r.Placed; i == 0 {
			said = [3]int{r.Placed, r.Insight.Blanks, r.Insight.Places}
			must.Equal(t, said, bottom(t, r.Insight.Bars), "of all digits, the bars at the bottom have")
		}
	}
	must.Equal(t, said, placed, "said -, placed +")
}

// bottom returns how wide the bars at the bottom are together, for each look. All others are on a bar.
func bottom(t *testing.T, bars []result.Bar) (sum [3]int) {
	t.Helper()
	for i, b := range bars {
		if i > 0 && (b.Depth > bars[i-1].Depth+1 || b.From[0] <= bars[i-1].From[0]) {
			t.Fatalf("bar %d: %+v stands on nothing: %+v", i, b, bars[i-1])
		}
		for look := range sum {
			if b.Depth == 1 {
				sum[look] += b.Wide[look]
			}
		}
	}
	if n := len(bars); n < 500 || n > 1700 {
		t.Errorf("%d bars", n)
	}
	return sum
}
