package sandbox

import "sudokuoj/judge/internal/base/say"

// Examination lists the isolation steps that this machine offers, and why the others are missing.
type Examination struct {
	InForce int // the step Open takes
	Memory  say.Message
	Steps   []StepFound
	Facts   []Fact
}

// StepFound is a step with what is missing for it.
type StepFound struct {
	Step
	Remedy say.Message // what may bring it, a command where there is one; nothing if it is there
}

// Fact is something about this machine that isolation or figures depend on.
type Fact struct {
	Name, Value say.Message
	Remedy      say.Message // what would make it better, nothing if it is good
}

// Examine looks at the machine, and tries every step of the ladder.
func Examine() (x Examination) {
	for n := 1; n <= Steps; n++ {
		s := Open(Options{MaxStep: n})
		found := StepFound{Step: s.Steps()[0]}
		if found.Trouble.Said() {
			found.Remedy = remedy(n)
		} else if x.InForce == 0 {
			x.InForce, _, x.Memory = s.Isolation()
		}
		s.Close()
		if found.Number == n { // else this system has none of that number
			x.Steps = append(x.Steps, found)
		}
	}
	x.Facts = facts()
	return x
}
