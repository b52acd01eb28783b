package sandbox

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"time"

	"sudokuoj/judge/internal/base/say"
)

// Examination lists the isolation steps that this machine offers, and why the others are missing.
type Examination struct {
	InForce int // the step Open takes
	Memory  say.Message
	Steps   []StepFound
	Bare    time.Duration // the least a run of Probe costs, with nothing around it
	Facts   []Fact
}

// StepFound is a step with its cost.
type StepFound struct {
	Step
	Remedy say.Message   // what may bring it, a command where there is one; nothing if it is there
	Cost   time.Duration // of a run, beyond the bare one
}

// Fact is something about this machine that isolation or figures depend on.
type Fact struct {
	Name, Value say.Message
	Remedy      say.Message // what would make it better, nothing if it is good
}

// Probe is the program whose runs are timed. It does nothing.
const Probe = "/bin/true"

// examineRuns is how often each step is timed.
const examineRuns = 100

// Examine looks at the machine, and times every available step of the ladder.
func Examine(ctx context.Context) (x Examination, err error) {
	boxes := map[int]*Sandbox{}
	defer func() {
		for _, s := range boxes {
			s.Close()
		}
	}()
	for n := 1; n <= Steps; n++ {
		s := Open(Options{MaxStep: n})
		steps := s.Steps()
		if last := steps[len(steps)-1]; last.Number == n {
			boxes[n] = s
			x.Steps = append(x.Steps, StepFound{Step: last})
			if x.InForce == 0 {
				x.InForce = n
				_, _, x.Memory = s.Isolation()
			}
			continue
		}
		s.Close()
		if steps[0].Number == n {
			x.Steps = append(x.Steps, StepFound{Step: steps[0], Remedy: remedy(n)})
		}
	}
	x.Facts = facts()
	return x, x.time(ctx, boxes)
}

// time runs the probe at every step in turn, so that a disturbance hits all steps.
func (x *Examination) time(ctx context.Context, boxes map[int]*Sandbox) error {
	if _, err := exec.LookPath(Probe); err != nil { // Windows has none
		return nil
	}
	times := map[int][]time.Duration{}
	for range examineRuns {
		began := time.Now()
		p, err := os.StartProcess(Probe, []string{Probe}, &os.ProcAttr{})
		if err == nil {
			_, err = p.Wait()
		}
		if err != nil {
			return err
		}
		times[0] = append(times[0], time.Since(began))
		for n, s := range boxes {
			began := time.Now()
			o, err := s.Run(ctx, Command{Args: []string{Probe}, Limits: Limits{CPU: time.Second}})
			if err != nil {
				return err
			}
			o.Close()
			times[n] = append(times[n], time.Since(began))
		}
	}
	x.Bare = median(times[0])
	for i, step := range x.Steps {
		if boxes[step.Number] != nil {
			x.Steps[i].Cost = max(0, median(times[step.Number])-x.Bare)
		}
	}
	return nil
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
