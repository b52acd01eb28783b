package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/interrupt"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/model/result"
)

// scene is a run with what goes wrong in it.
type scene struct {
	*hub
	die, end map[string]func()

	mu  sync.Mutex
	did []string // the case of each job that was begun
}

// joins starts a worker. During each job, happens says what goes wrong then, and which verdict results.
func (s *scene) joins(m result.Machine, happens func(s *scene, worker, name string) string) {
	s.die[m.Name], s.end[m.Name] = s.works(m, func(_, name string) string {
		s.mu.Lock()
		_, name, _ = strings.Cut(name, "/")
		s.did = append(s.did, name)
		s.mu.Unlock()
		return happens(s, m.Name, name)
	})
}

// again starts the server after so long, with or without what it had stored.
func (s *scene) again(after time.Duration, emptied bool) {
	s.down()
	time.Sleep(after)
	if emptied {
		os.RemoveAll(filepath.Join(s.dir, "jetstream"))
	}
	s.up()
	first := &Client{}
	if first.conn, first.js = s.connect(); first.Prepare(s.t.Context(), s.settings) != nil {
		s.t.Error("the server cannot make its streams")
	}
}

// takesAll takes all waiting jobs, says that they are done, and returns their subjects.
func (s *scene) takesAll() (subjects []string) {
	stream, err := s.js.Stream(s.t.Context(), jobs)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	for name := range stream.ConsumerNames(s.t.Context()).Name() {
		queue, err := s.js.Consumer(s.t.Context(), jobs, name)
		if err != nil {
			s.t.Error(err)
			return nil
		}
		came, err := gather(queue.FetchNoWait(10))
		for _, m := range came {
			err = errors.Join(err, m.DoubleAck(s.t.Context()))
			subjects = append(subjects, m.Subject())
		}
		if err != nil || len(came) == 0 {
			s.t.Errorf("took %d jobs, %v", len(came), err)
		}
	}
	return subjects
}

// leavesNobody checks that nobody is left who reads a stream.
func (h *hub) leavesNobody(name string) {
	h.t.Helper()
	stream, err := h.js.Stream(h.t.Context(), name)
	if err != nil {
		h.t.Fatal(err)
	}
	for left := range stream.ConsumerNames(h.t.Context()).Name() {
		h.t.Errorf("%s is still read by %s", name, left)
	}
}

// TestFailures: whatever goes wrong, a run ends with the right verdicts, and each job is done as often as needed.
func TestFailures(t *testing.T) {
	w := result.Machine{Name: "a", SpeedMS: 1}
	once := func(at string, what func(s *scene, worker, name string)) func(s *scene, worker, name string) string {
		var happened atomic.Bool
		return func(s *scene, worker, name string) string {
			if name == at && !happened.Swap(true) {
				time.Sleep(time.Second) // the first job is settled
				what(s, worker, name)
			}
			return "AC"
		}
	}
	well := func(*scene, string, string) string { return "AC" }
	var dies func(s *scene, worker, name string) string
	dies = func(s *scene, worker, name string) string {
		if name == "2" && worker < "d" {
			time.Sleep(time.Second)
			s.joins(result.Machine{Name: string(worker[0] + 1), SpeedMS: 1}, dies)
			s.die[worker]()
		}
		return "AC"
	}
	for _, test := range []struct {
		name    string
		workers []result.Machine
		happens func(s *scene, worker, name string) string
		want    string
		did     string        // sorted; not compared if it is empty, since a server that comes back may send a job twice
		within  time.Duration // of the wound clock
	}{
		{"a worker dies", []result.Machine{w}, once("2", func(s *scene, worker, _ string) {
			s.joins(result.Machine{Name: "b", SpeedMS: 1}, well)
			s.die[worker]()
		}), "AC: AC AC AC", "1 2 2 3", 70 * time.Second},
		{"a worker ends", []result.Machine{w}, once("2", func(s *scene, worker, _ string) { // it has taken the other jobs, too
			s.end[worker]()
			s.joins(result.Machine{Name: "b", SpeedMS: 1}, well)
		}), "AC: AC AC AC AC", "1 2 3 4", 10 * time.Second},
		{"three workers die", []result.Machine{w}, dies, "JE: AC JE AC", "1 2 2 2 3", 4 * time.Minute},
		{"a worker is slow, and says so", []result.Machine{w, {Name: "b", SpeedMS: 1}}, once("2", func(*scene, string, string) { time.Sleep(4 * time.Minute) }),
			"AC: AC AC AC", "1 2 3", 5 * time.Minute},
		{"the server is away", []result.Machine{w}, once("2", func(s *scene, _, _ string) { s.again(20*time.Second, false) }),
			"AC: AC AC AC", "", 30 * time.Second},
		{"the server is away when a result is sent", []result.Machine{w}, once("2", func(s *scene, _, _ string) {
			go s.again(20*time.Second, false)
			time.Sleep(time.Second)
		}), "AC: AC AC AC", "", 40 * time.Second},
		{"the server loses everything", []result.Machine{w}, once("2", func(s *scene, _, _ string) { s.again(0, true) }),
			"AC: AC AC AC", "", time.Minute},
		{"jobs are done without a result", []result.Machine{w}, once("1", func(s *scene, _, _ string) { s.takesAll(); time.Sleep(20 * time.Second) }),
			"AC: AC AC AC", "1 2 3", time.Minute},
		{"results come late", []result.Machine{w}, once("1", func(s *scene, _, _ string) {
			all := s.takesAll()
			s.joins(result.Machine{Name: "b", SpeedMS: 1}, well) // finds none
			time.Sleep(7 * time.Second)                          // between two looks at the queue
			for _, subject := range all {
				r := Result{V: Wire, Worker: "x", Fault: say.Of("late")}
				if r.Run, r.Job = runAndJob(subject); r.store(s.t.Context(), s.js) != nil {
					s.t.Error("it is not stored")
				}
			}
		}), "JE: AC JE JE", "1", time.Minute},
		{"a slow failure, behind which the others wait", []result.Machine{w, {Name: "b", SpeedMS: 1}}, func(*scene, string, string) string {
			time.Sleep(20 * time.Second) // several looks at the queue
			return "WA"
		}, "WA: WA SK SK", "1", time.Minute},
		{"the machine that counts dies", []result.Machine{{Name: "a", SpeedMS: 200}, {Name: "b", SpeedMS: 100, Reference: true}}, func(s *scene, worker, name string) string {
			if worker == "b" {
				s.die[worker]()
			}
			return "TLE"
		}, "TLE: TLE TLE TLE", "", 2 * time.Minute},
	} {
		t.Run(test.name, func(t *testing.T) {
			wound(t, func(t *testing.T) {
				s := &scene{hub: inside(t, -1), die: map[string]func(){}, end: map[string]func(){}}
				looking, stop := context.WithCancel(t.Context())
				var looked sync.WaitGroup
				looks := 0
				looked.Go(func() {
					for looks++; ; looks++ {
						err := s.AnswerDeadLetters(looking)
						if err == nil && looking.Err() == nil {
							t.Error("it looks no more for dead letters")
						}
						if err == nil || !interrupt.Pause(looking, time.Second) {
							return
						}
					}
				})
				for _, m := range test.workers {
					s.joins(m, test.happens)
				}
				time.Sleep(everyWhile)
				start := time.Now()
				ctx, end := context.WithTimeout(t.Context(), 9*time.Minute)
				defer end()
				run, err := s.Grade(ctx, entered(t, len(strings.Fields(test.want))-1, "s"), grade.Options{FailFast: strings.Contains(test.name, "failure")}, func(result.Event) {})
				if got := verdicts(run); err != nil || got != test.want || run.Interrupted {
					t.Errorf("%s, %v, want %s", got, err, test.want)
				}
				if took := time.Since(start); took > test.within {
					t.Errorf("it took %v", took)
				}
				s.mu.Lock()
				slices.Sort(s.did)
				did := strings.Join(s.did, " ")
				s.mu.Unlock()
				if test.did != "" && did != test.did {
					t.Errorf("done were %s, want %s", did, test.did)
				}
				s.tidying.Wait()
				time.Sleep(2 * everyWhile)
				stop()
				looked.Wait()
				if test.did != "" && looks != 1 {
					t.Errorf("it looks for dead letters %d times", looks)
				}
				s.leavesNobody(results)
				if s, err := s.Status(t.Context()); test.did != "" && (err != nil || s.Queued+s.InWork > 0 || (s.Dead > 0) != (test.name == "three workers die")) {
					t.Errorf("it leaves %+v, %v", s, err)
				}
			})
		})
	}
}

// TestLateStream: a run waits for a stream that the server makes late, and says so once.
func TestLateStream(t *testing.T) {
	for late, want := range map[time.Duration]string{3100 * time.Millisecond: "", 20 * time.Second: "it waits for the fleet's server: "} {
		wound(t, func(t *testing.T) {
			h := inside(t, -1)
			h.works(result.Machine{Name: "a", SpeedMS: 1}, func(string, string) string { return "AC" })
			if err := h.js.DeleteStream(t.Context(), results); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(late, func() {
				if err := h.Prepare(t.Context(), h.settings); err != nil {
					t.Error(err)
				}
			})
			run, err := h.Grade(t.Context(), entered(t, 1, "s"), grade.Options{}, func(result.Event) {})
			if got := verdicts(run); err != nil || got != "AC: AC" || (h.warned == "") != (want == "") || !strings.HasPrefix(h.warned, want) || strings.Count(h.warned, "\n") > 1 {
				t.Errorf("after %v: %s, %v, it warns %q", late, got, err, h.warned)
			}
		})
	}
}

// lastBegun returns the run and the ID of the job that was begun last.
func (h *hub) lastBegun() (run, job string) {
	time.Sleep(time.Second) // it is stored
	stream, err := h.js.Stream(h.t.Context(), begun)
	if err == nil {
		var m *jetstream.RawStreamMsg
		if m, err = stream.GetMsg(h.t.Context(), stream.CachedInfo().State.LastSeq); err == nil {
			return runAndJob(m.Subject)
		}
	}
	h.t.Error(err)
	return "", ""
}

// TestStrangers: what others send in place of results and jobs is reported, and spoils nothing else.
func TestStrangers(t *testing.T) {
	wound(t, func(t *testing.T) {
		h := inside(t, 1)
		h.works(result.Machine{Name: "w", SpeedMS: 1}, func(_, name string) string {
			if name == "secret/1" {
				run, job := h.lastBegun()
				if _, err := h.js.Publish(t.Context(), resultSubject+run+"."+job, []byte("no JSON")); err != nil {
					t.Error(err)
				}
			}
			return "AC"
		})
		all := entered(t, 3, "s")
		for i := range 2 { // one byte too long, and just short enough
			all[0].Cases[1+i].Args = []string{"x"}
			r, err := newRun(h.Client, all, grade.Options{}, func(result.Event) {}, []result.Machine{{Languages: []string{"go"}}})
			if err != nil {
				t.Fatal(err)
			}
			all[0].Cases[1+i].Args[0] += strings.Repeat("x", int(h.conn.MaxPayload())-len(jsonOf(t, r.todo[1+i].job))+1-i)
		}
		run, err := h.Grade(t.Context(), all, grade.Options{}, func(result.Event) {})
		got := verdicts(run)
		for _, c := range run.Results[0].Cases {
			got += "\n" + c.Message.String()
		}
		if want := "JE: JE JE AC\nits result cannot be read: invalid character 'o' in literal null (expecting 'u')\n" +
			"this case of 1 solution is a message of 1.0 MiB, and 1 MiB may be sent: give fewer solutions at once\n"; err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
		other, unsound := Job{V: Wire + 1}, Job{V: Wire, Problem: "../p"}
		for job, want := range map[string]string{"no JSON": "", "{}": "version 1 of the fleet's protocol, and the job uses 0", jsonOf(t, other): "the job uses 2", jsonOf(t, unsound): "../p leads out of its folder"} {
			if _, err := h.js.Publish(t.Context(), jobSubject+"j-3-go.odd.job", []byte(job)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(10 * time.Second)
			stream, err := h.js.Stream(t.Context(), results)
			if err != nil {
				t.Fatal(err)
			}
			m, err := stream.GetLastMsgForSubject(t.Context(), resultSubject+"odd.job")
			if err != nil {
				t.Fatal(err)
			}
			var res Result
			if err := json.Unmarshal(m.Data, &res); err != nil || !strings.Contains(res.Fault.String(), want) || res.Worker != "w" || res.Job != "job" {
				t.Errorf("%.20s: %+v, %v", job, res, err)
			}
			if err := stream.Purge(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s, err := h.Status(t.Context()); err != nil || s.Dead != 4 || s.Queued+s.InWork > 0 {
			t.Errorf("it leaves %+v, %v", s, err)
		}
	})
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestResume: a run that was called off goes on with the cases that have no result, also if two go on with it. Meanwhile the
// status tells of it.
func TestResume(t *testing.T) {
	wound(t, func(t *testing.T) {
		h := inside(t, -1)
		ctx, stop := context.WithTimeout(t.Context(), 3*everyWhile)
		defer stop()
		var mu sync.Mutex
		var did []string
		var during result.Fleet
		var together sync.WaitGroup
		h.works(result.Machine{Name: "w", SpeedMS: 1, Languages: []string{"c", "go"}}, func(_, name string) string {
			mu.Lock()
			did = append(did, name)
			mu.Unlock()
			switch name {
			case "secret/1":
				time.Sleep(2 * everyWhile)
				status, err := h.Status(t.Context())
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				during = status
				mu.Unlock()
				time.Sleep(2 * everyWhile)
			case "secret/2":
				together.Go(func() {
					other := &Client{conn: h.conn, js: h.js, judge: "j", patience: time.Minute, back: make(chan struct{}), Begun: h.Begun, Warn: h.Warn, Resume: h.Resume}
					run, err := other.Grade(t.Context(), entered(t, 3, "s"), grade.Options{}, func(result.Event) {})
					if got := verdicts(run); err != nil || got != "AC: AC AC AC" {
						t.Errorf("gone on with twice: %s, %v", got, err)
					}
				})
				time.Sleep(time.Second)
			}
			return "AC"
		})
		h.works(result.Machine{Name: "a", SpeedMS: 2, Languages: []string{"c"}}, nil)
		h.Begun = func(run string) { h.Resume = run }
		var told []string
		tells := func(e result.Event) { told = append(told, string(e.Kind)+e.Name) }
		run, err := h.Grade(ctx, entered(t, 3, "s"), grade.Options{}, tells)
		if got := verdicts(run); err != nil || !run.Interrupted || got != "" {
			t.Errorf("called off: %s, %v", got, err)
		}
		mu.Lock()
		if during.Queued != 2 || during.InWork != 1 || during.Results != 0 || during.Dead != 0 || during.Bytes == 0 || len(during.Workers) != 2 ||
			during.Workers[0].Name != "a" || during.Workers[1].Now != "p secret/1" || during.Workers[1].Other || !during.Advice.Said() {
			t.Errorf("meanwhile there was %+v", during)
		}
		mu.Unlock()
		h.leavesNobody(results)
		inWork := func() (ended, all int) {
			s, err := h.Status(t.Context())
			if err != nil {
				t.Error(err)
			}
			return s.Ended, s.InWork
		}
		if ended, all := inWork(); during.Ended != 0 || ended != 1 || all != 1 {
			t.Errorf("in work are %d, %d of a run that has ended; before, %d", all, ended, during.Ended)
		}
		time.Sleep(2 * everyWhile) // the worker finishes its job
		if ended, all := inWork(); ended != 0 || all != 0 {
			t.Errorf("in work are %d, %d of a run that has ended", all, ended)
		}
		told = nil
		run, err = h.Grade(t.Context(), entered(t, 3, "s"), grade.Options{}, tells)
		mu.Lock()
		if got := verdicts(run); err != nil || got != "AC: AC AC AC" || strings.Join(did, " ") != "secret/1 secret/2 secret/3" {
			t.Errorf("gone on with: %s, %v; done were %s", got, err, did)
		}
		mu.Unlock()
		if got := strings.Join(told, " "); strings.Contains(got, "beginssecret/1") || !strings.Contains(got, "beginssecret/2") {
			t.Errorf("it tells of %s", got)
		}
		together.Wait()
		h.judge = "k"
		time.Sleep(everyWhile)
		if s, err := h.Status(t.Context()); err != nil || len(s.Workers) != 2 || !s.Workers[0].Other || s.Workers[1].Jobs != 3 || s.Workers[1].Now != "" {
			t.Errorf("afterwards there is %+v, %v", s, err)
		}
	})
}

// TestRestore: streams that are lost are made again. Each is tried in a fleet of its own: the server removes the folder of
// a stream later, in a time that is not wound, and perhaps that of the new one.
func TestRestore(t *testing.T) {
	for _, name := range []string{jobs, results, blobs, begun, dead, "KV_" + machines} {
		wound(t, func(t *testing.T) {
			h := inside(t, 1)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- h.Restore(ctx, h.settings) }()
			if err := h.js.DeleteStream(t.Context(), name); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * everyWhile)
			if _, err := h.js.Stream(t.Context(), name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			stop()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	wound(t, func(t *testing.T) {
		h := inside(t, 1)
		if err := h.js.DeleteStream(t.Context(), dead); err != nil {
			t.Fatal(err)
		}
		if err := h.Restore(t.Context(), Settings{Results: MostStored * 2}); err == nil {
			t.Error("too large a stream is made")
		}
	})
}

// TestMakeRoom: the oldest results go when all take more than half of the room.
func TestMakeRoom(t *testing.T) {
	h := inside(t, 1)
	for i := range 20 {
		if _, err := h.js.Publish(t.Context(), fmt.Sprintf("%sr.%d", resultSubject, i), make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := h.js.Stream(t.Context(), results)
	if err != nil {
		t.Fatal(err)
	}
	taken := int64(stream.CachedInfo().State.Bytes)
	for _, room := range []int64{0, 2 * taken} {
		if freed, err := h.MakeRoom(t.Context(), Settings{Results: room}); err != nil || freed != 0 {
			t.Errorf("%d bytes in room for %d: %d are freed, %v", taken, room, freed, err)
		}
	}
	freed, err := h.MakeRoom(t.Context(), Settings{Results: 2*taken - 2})
	if err != nil || freed < taken/2 {
		t.Errorf("%d of %d bytes are freed, %v", freed, taken, err)
	}
	if info, err := stream.Info(t.Context()); err != nil || info.State.Msgs != 2 || info.State.LastSeq != 20 {
		t.Errorf("left is %+v, %v", info.State, err)
	}
	if err := h.js.DeleteStream(t.Context(), results); err != nil {
		t.Fatal(err)
	}
	if freed, err := h.MakeRoom(t.Context(), Settings{Results: 1}); freed != 0 || err != nil {
		t.Errorf("of no stream %d bytes are freed, %v", freed, err)
	}
	h.conn.Close()
	if _, err := h.MakeRoom(t.Context(), Settings{Results: 1}); err == nil {
		t.Error("without a server there is room")
	}
}
