package history

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"sudokuoj/judge/internal/model/result"
)

// State is the state of a judging.
type State string

// The states, in their order; a judging ends as one of the last two.
const (
	Queued  State = "queued"
	Running State = "running"
	Done    State = "done"
	Stopped State = "stopped" // somebody stopped it: the remaining cases are SK
)

// Over reports whether nothing will change any more.
func (s State) Over() bool { return s == Done || s == Stopped }

// Judging is one judging of a submission.
type Judging struct {
	ID         int64
	Submission int64
	Valid      bool // the one that counts
	Attempt    int  // from 1
	State      State
	Verdict    result.Verdict // "" before it is over
	Cases      int            // to be run; 0 before it is built
	Passed     int
	CPU        time.Duration
	Slowest    time.Duration
	PeakKiB    int64
	Machine    string // where it ran
	Judge      string // the judge's own version
	Created    time.Time
	Started    time.Time // zero: not yet
	Ended      time.Time
	Details    bool // there is more than verdicts; old details are dropped
}

const judgingColumns = `j.id, j.submission, j.valid, j.attempt, j.state, j.verdict, j.cases, j.passed, j.cpu, j.slowest, j.peak_kib, j.machine, j.judge, j.created, j.started, j.ended, j.head IS NOT NULL`

// scanJudging reads a row that begins with the columns in before and ends with those of a judging.
func scanJudging(scan func(...any) error, before ...any) (j Judging, err error) {
	var cpu, slowest, created, started, ended int64
	err = scan(append(before, &j.ID, &j.Submission, &j.Valid, &j.Attempt, &j.State, &j.Verdict, &j.Cases, &j.Passed, &cpu, &slowest, &j.PeakKiB,
		&j.Machine, &j.Judge, &created, &started, &ended, &j.Details)...)
	j.CPU, j.Slowest = micro(cpu), micro(slowest)
	j.Created, j.Started, j.Ended = toTime(created), toTime(started), toTime(ended)
	return j, err
}

// Current returns the judging of a submission that is in progress, or else the one that counts.
func (db *DB) Current(ctx context.Context, submission int64) (Judging, error) {
	return one(ctx, db, func(scan func(...any) error) (Judging, error) { return scanJudging(scan) },
		`SELECT `+judgingColumns+` FROM judging j WHERE id = `+current, submission)
}

// current picks that judging in SQL.
const current = `(SELECT id FROM judging WHERE submission = ? ORDER BY state IN ('queued', 'running') DESC, valid DESC LIMIT 1)`

// Result is one case of a judging.
type Result struct {
	N    int // in the order they came, from 1
	Case result.Case
}

// Results returns the cases of a judging after the nth. If its details were dropped, the cases have only name,
// verdict, time and memory.
func (db *DB) Results(ctx context.Context, judging int64, n int) (all []Result, err error) {
	var details [][]byte
	err = db.rows(ctx, func(scan func(...any) error) error {
		var r Result
		var cpu int64
		var detail []byte
		c := &r.Case
		err := scan(&r.N, &c.Case, &c.Verdict, &cpu, &c.PeakKiB, &detail)
		c.CPU, c.Expected, c.AsExpected, c.Number = micro(cpu), result.Accepted, c.Verdict == result.AC, r.N
		all, details = append(all, r), append(details, detail)
		return err
	}, `SELECT n, name, verdict, cpu, peak_kib, detail FROM result WHERE judging = ? AND n > ? ORDER BY n`, judging, n)
	for i, detail := range details { // after the connection was given back, because this takes longer
		if err == nil {
			err = fill(&all[i].Case, detail)
		}
	}
	return all, err
}

// fill replaces what is known of a case by its details, if they were kept.
func fill(c *result.Case, detail []byte) error {
	if detail == nil {
		return nil
	}
	*c = result.Case{}
	return json.Unmarshal(detail, c)
}

// FirstFailures returns of each of these judgings the first case that counts and was not accepted, if there is one.
func (db *DB) FirstFailures(ctx context.Context, judgings []int64) (map[int64]result.Case, error) {
	found := map[int64]result.Case{}
	return found, db.rows(ctx, func(scan func(...any) error) error {
		var judging int64
		var c result.Case
		var detail []byte
		err := scan(&judging, &c.Number, &c.Case, &c.Verdict, &detail)
		if err == nil {
			err = fill(&c, detail)
		}
		found[judging] = c
		return err
	}, `SELECT judging, min(n), name, verdict, detail FROM result
		WHERE judging IN (SELECT value FROM json_each(?)) AND verdict NOT IN ('AC', 'SK') AND name NOT LIKE ? GROUP BY judging`,
		array(judgings), result.BeyondFolder+"/%")
}

// Run returns a judging as a run with one result: the cases so far. Host and limits are empty until it is over, and
// after its details were dropped.
func (db *DB) Run(ctx context.Context, j Judging) (run result.Run, err error) {
	head, err := value[[]byte](ctx, db, `SELECT head FROM judging WHERE id = ?`, j.ID)
	if err != nil {
		return run, err
	}
	run.Results = []result.Solution{{}}
	if head != nil {
		if run, err = result.ReadRun(bytes.NewReader(head)); err != nil {
			return run, err
		}
	}
	results, err := db.Results(ctx, j.ID, 0)
	if err != nil {
		return run, err
	}
	s := &run.Results[0]
	for _, r := range results {
		s.Cases = append(s.Cases, r.Case)
		run.Host.Contended = run.Host.Contended || r.Case.Contended
	}
	slices.SortStableFunc(s.Cases, func(a, b result.Case) int { return a.Number - b.Number }) // many machines end them in any order
	s.Verdict, s.Interrupted = j.Verdict, j.State == Stopped
	return run, nil
}
