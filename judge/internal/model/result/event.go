package result

// Event is one thing that happened while a run went on. Events are numbered, and come in that order, one
// at a time; what they hold belongs to whoever gets them.
type Event struct {
	Seq      int // from 1
	Kind     EventKind
	Entry    int // the place of the solution among the results, from 0
	Problem  string
	Solution string
	Name     string    // of the case that begins
	Case     *Case     // that ended
	Result   *Solution // the final one
	Again    bool      // Begins, Ended: it is run once more, alone

	// Provisional is a case that may be run again: its time, and so its verdict, may still change.
	Provisional bool
}

// EventKind is what happened.
type EventKind string

// The kinds, in the order they come in for one solution. There is exactly one Built and one Finished for
// each that was not interrupted.
const (
	Built    EventKind = "built"    // its build is over, well or badly
	Begins   EventKind = "begins"   // a case is given to it
	Ended    EventKind = "ended"    // the case ended
	Finished EventKind = "finished" // nothing of it will change any more
	Waits    EventKind = "waits"    // another judge is timing on this machine
)
