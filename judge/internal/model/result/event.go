package result

// Event is something that happened during a run. Events are numbered and arrive in that order, one at a time. The
// receiver owns their contents.
type Event struct {
	Seq      int       `json:"seq"` // from 1
	Kind     EventKind `json:"event"`
	Entry    int       `json:"-"` // the place of the solution among the results, from 0
	Problem  string    `json:"problem"`
	Solution string    `json:"solution"`
	Name     string    `json:"begins,omitempty"` // of the case that begins
	Case     *Case     `json:"case,omitempty"`   // that ended
	Result   *Solution `json:"result,omitempty"` // the final one
	Again    bool      `json:"again,omitempty"`  // Begins, Ended: it is run once more, alone

	// Provisional is a case that may be run again: its time, and so its verdict, may still change.
	Provisional bool `json:"provisional,omitempty"`
}

// EventKind says what happened.
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
