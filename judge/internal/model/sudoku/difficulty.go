package sudoku

// Difficulty grades a puzzle by what the reference solver (Solver, as it is) needs for it.
type Difficulty string

const (
	Any    Difficulty = ""
	Naked  Difficulty = "naked"  // cells with one value left are enough
	Hidden Difficulty = "hidden" // values with one place left are needed too, but no guess
	Little Difficulty = "little" // 1 to 9 guesses to find the solution and prove that it is the only one
	Search Difficulty = "search" // 10 guesses or more
)

// Difficulties lists the grades from easy to hard.
var Difficulties = []Difficulty{Naked, Hidden, Little, Search}

// muchSearch is where Search begins.
const muchSearch = 10

// Grade returns the difficulty of a puzzle that has one solution, and how many guesses the reference
// solver needs to find it and to prove that there is no other.
func (s *Solver) Grade(puzzle Board) (d Difficulty, guesses int) {
	s.Count(puzzle, 2)
	switch guesses = s.Nodes; {
	case guesses >= muchSearch:
		return Search, guesses
	case guesses > 0:
		return Little, guesses
	case s.nakedAlone(puzzle):
		return Naked, 0
	}
	return Hidden, 0
}

// nakedAlone reports whether naked singles fill in the whole board.
func (s *Solver) nakedAlone(puzzle Board) bool {
	s.load(puzzle)
	return s.strike(s.sets[0]) && s.fewest(s.sets[0]) < 0
}

// singlesAlone reports whether naked and hidden singles fill in the whole board.
func (s *Solver) singlesAlone(puzzle Board) bool {
	s.load(puzzle)
	return s.settle(s.sets[0]) && s.fewest(s.sets[0]) < 0
}
