package result

import "slices"

// Machine is a worker of a fleet as it describes itself.
type Machine struct {
	Name      string   `json:"name"`
	Judge     string   `json:"judge"` // its version
	Step      int      `json:"step"`  // of isolation
	Languages []string `json:"languages"`
	Jobs      int      `json:"jobs"`          // since it started
	Now       string   `json:"now,omitempty"` // the current job
	Other     bool     `json:"-"`             // it gets no jobs from this judge, which has another version
}

// Speaks reports whether a machine has compilers for all these languages.
func (m Machine) Speaks(languages []string) bool {
	return !slices.ContainsFunc(languages, func(l string) bool { return !slices.Contains(m.Languages, l) })
}

// Fleet is the state of a fleet.
type Fleet struct {
	Queued  int       `json:"queued"` // jobs that wait
	InWork  int       `json:"in_work"`
	Results int       `json:"results"` // ever stored: two of these and the time between them are a rate
	Bytes   int64     `json:"bytes"`   // of all that is stored
	Workers []Machine `json:"workers"` // by name
}
