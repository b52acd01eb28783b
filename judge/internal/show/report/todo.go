package report

// Todo is what a reader can do to see more: explain, stress, or judge again if Do is "". Whoever knows how the
// judge was started spells it as a command.
type Todo struct {
	Do            string
	Solutions     []string
	Problem, Case string
	Puzzle        string // a board as one line
	Page, Verbose bool   // with a page, with all details
}

// Spell writes what is to do as a command that can be pasted, and is safe to show.
type Spell func(Todo) string
