package fleet

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sudokuoj/judge/internal/base/executable"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/engine/grade"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// sample is a run of one solution on one case with a limit of one second, on workers with the given speeds.
func sample(t *testing.T, there ...result.Machine) (*run, *work, *[]result.Event) {
	t.Helper()
	p := problem.Loose("p")
	p.Limits.Time = time.Second
	c := problem.Case{Name: "secret/1"}
	p.Cases = []problem.Case{c}
	var events []result.Event
	r := &run{client: &Client{judge: "j"}, id: "r", entries: []grade.Entry{{Problem: p, Solution: solution.Solution{Name: "s", Language: "go", Files: []language.File{{Path: "s.go"}}}, Cases: p.Cases}},
		observe: func(e result.Event) { events = append(events, e) }, there: there, byJob: map[string]*work{}, hosts: map[string]host{}, more: make(chan struct{}, 1)}
	r.reference, r.spread = reference(there)
	r.state = []state{{result: r.entries[0].Blank(), left: 1}}
	w := &work{job: Job{V: Wire, Judge: "j", Run: "r", Problem: "p"}, queue: queueFor("j", 3, []string{"go"}), places: []place{{0, 0}}}
	if err := w.job.sign(); err != nil {
		t.Fatal(err)
	}
	r.add(w)
	return r, w, &events
}

func resultOf(t *testing.T, w *work, machine string, v result.Verdict, cpu time.Duration) Result {
	t.Helper()
	text, err := json.Marshal(result.Case{Case: "secret/1", Verdict: v, CPU: cpu})
	if err != nil {
		t.Fatal(err)
	}
	return Result{V: Wire, Run: "r", Job: w.job.ID, Worker: machine, Host: json.RawMessage("{}"), Graded: []Graded{{Compile: result.Compile{OK: true}, Case: text}}}
}

// A result that depends on the speed of the machine is done again on the reference machine, and that result counts.
func TestDoubtful(t *testing.T) {
	slow, fast := result.Machine{Name: "slow", SpeedMS: 200}, result.Machine{Name: "fast", SpeedMS: 100, Reference: true}
	alike := result.Machine{Name: "slow", SpeedMS: 105}
	for _, tt := range []struct {
		name    string
		first   result.Machine
		machine string
		v       result.Verdict
		cpu     time.Duration
		again   bool
	}{
		{"a time-out on the slow one", slow, "slow", result.TLE, time.Second, true},
		{"a time-out while it slept", slow, "slow", result.TLE, time.Millisecond, false},
		{"accepted, and too slow on the slowest", slow, "slow", result.AC, 600 * time.Millisecond, true},
		{"accepted with room", slow, "slow", result.AC, 400 * time.Millisecond, false},
		{"accepted, and just in time on the slowest", slow, "slow", result.AC, 500 * time.Millisecond, false},
		{"wrong", slow, "slow", result.WA, 900 * time.Millisecond, false},
		{"a time-out where it counts", slow, "fast", result.TLE, time.Second, false},
		{"machines alike", alike, "slow", result.TLE, time.Second, false},
		{"machines just alike", result.Machine{Name: "slow", SpeedMS: 110}, "slow", result.TLE, time.Second, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, w, events := sample(t, tt.first, fast)
			if r.begins(&nats.Msg{Subject: begunSubject + "r." + w.job.ID}); len(*events) != 1 || (*events)[0].Again {
				t.Errorf("it tells of %+v", *events)
			}
			r.take(resultOf(t, w, tt.machine, tt.v, tt.cpu))
			if (len(r.todo) == 2) != tt.again || (r.open == 1) != tt.again {
				t.Fatalf("%d jobs, %d open; again: want %v", len(r.todo), r.open, tt.again)
			}
			want := tt.v
			if tt.again {
				again := r.todo[1]
				if again.queue.String() != "j-3-at-fast" || again.job.ID == w.job.ID {
					t.Errorf("it goes to %s as %s", again.queue, again.job.ID)
				}
				*events = nil
				for _, id := range []string{w.job.ID, "another", again.job.ID} { // one that is done, one of nobody, and this one
					r.begins(&nats.Msg{Subject: begunSubject + "r." + id})
				}
				if got := *events; len(got) != 1 || got[0].Kind != result.Begins || !got[0].Again {
					t.Errorf("it tells of %+v", got)
				}
				want = result.WA
				r.take(resultOf(t, again, "fast", want, time.Millisecond))
			}
			if got := r.state[0].result.Cases[0].Verdict; got != want || r.open != 0 {
				t.Errorf("got %s, want %s; %d open", got, want, r.open)
			}
		})
	}
}

// A repeated result, a result for an unknown job and a broken one are ignored.
func TestOddResults(t *testing.T) {
	r, w, events := sample(t, result.Machine{Name: "a", SpeedMS: 1})
	good := resultOf(t, w, "a", result.AC, time.Millisecond)
	other := good
	other.Job = "no such"
	r.take(other)
	r.take(good)
	for _, system := range []string{"one", "two"} { // a worker that was started again may have other walls
		if why := r.heed(Result{Worker: "a", Host: json.RawMessage(`{"os":"` + system + `"}`)}); why.Said() || r.host().OS != system {
			t.Errorf("%s: its host is %+v, %s", system, r.host(), why)
		}
	}
	n := len(*events)
	r.take(resultOf(t, w, "b", result.WA, time.Millisecond))
	if r.state[0].result.Cases[0].Verdict != result.AC || len(*events) != n {
		t.Error("the second result was heard")
	}
	for what, spoil := range map[string]func(*Result){
		"nothing graded":   func(res *Result) { res.Graded = nil },
		"two graded":       func(res *Result) { res.Graded = append(res.Graded, res.Graded[0]) },
		"no case":          func(res *Result) { res.Graded = []Graded{{}} },
		"an empty case":    func(res *Result) { res.Graded = []Graded{{Case: json.RawMessage("{}")}} },
		"an odd verdict":   func(res *Result) { res.Graded = []Graded{{Case: json.RawMessage(`{"verdict":"?"}`)}} },
		"no host":          func(res *Result) { res.Host = nil },
		"another language": func(res *Result) { res.V = 2 },
	} {
		r, w, _ := sample(t, result.Machine{Name: "a", SpeedMS: 1})
		res := resultOf(t, w, "a", result.AC, time.Millisecond)
		spoil(&res)
		r.take(res)
		if c := r.state[0].result.Cases[0]; c.Verdict != result.JE || r.open != 0 {
			t.Errorf("%s: %s", what, c.Verdict)
		}
	}
}

// TestCompilers: where a program compiles on one machine and not on another, the machines are at fault. A fault of a worker
// says nothing about compilers.
func TestCompilers(t *testing.T) {
	for results, want := range map[string]string{
		"a:AC b:WA":      "WA: AC WA",
		"a:CE b:CE":      "CE: CE CE",
		"a:AC b:CE":      "JE: AC JE compiles on a and not on b: x.c:1: error: no headers",
		"a:CE b:AC":      "CE: CE JE compiles on b and not on a: x.c:1: error: no headers",
		"a:JE b:AC c:CE": "JE: JE AC JE compiles on b and not on c: x.c:1: error: no headers",
		"a:SK b:AC":      "SK: SK JE compiles on b and not on a: ",
		"a:JE b:JE":      "JE: JE JE",
	} {
		words := strings.Fields(results)
		events := 0
		r, err := newRun(&Client{judge: "j", Warn: func(say.Message) {}}, entered(t, len(words), "s"), grade.Options{}, func(e result.Event) {
			if e.Kind == result.Ended {
				events++
			}
		}, []result.Machine{{Languages: []string{"go"}}})
		if err != nil {
			t.Fatal(err)
		}
		told := 0
		for i, word := range words {
			on, v, _ := strings.Cut(word, ":")
			res := resultOf(t, r.todo[i], on, result.Verdict(v), 0)
			switch v {
			case "JE":
				res.Fault = say.Of("lost")
			case "CE", "SK":
				res.Graded[0].Compile = result.Compile{Message: say.Of("x.c:1: error: no headers")}
			default:
				told++
			}
			r.take(res)
		}
		res := r.report(false, 0).Results[0]
		got := string(res.Verdict) + ":"
		for _, c := range res.Cases {
			if got += " " + string(c.Verdict); strings.HasPrefix(c.Message.String(), "compiles on") {
				got += " " + c.Message.String()
			}
		}
		if !strings.HasPrefix(got, want) || events != told {
			t.Errorf("%s: %s with %d events, want %s with %d", results, got, events, want, told)
		}
	}
}

// A language that no worker has is skipped at once, with a message.
func TestNoCompiler(t *testing.T) {
	r, _, _ := sample(t)
	r.entries[0].Cases = append(r.entries[0].Cases, problem.Case{Name: "secret/2"})
	r, err := newRun(&Client{judge: "j", Warn: func(say.Message) {}}, r.entries, grade.Options{}, func(result.Event) {}, []result.Machine{{Name: "a", SpeedMS: 1, Languages: []string{"c"}}})
	if err != nil {
		t.Fatal(err)
	}
	got := r.report(false, 0).Results[0]
	if want := "no worker has a compiler for Go"; r.open != 0 || got.Interrupted || got.Verdict != result.SK || got.Cases[1].Verdict != result.SK || !strings.HasPrefix(got.Compile.Message.String(), want) {
		t.Errorf("%d jobs, %s: %s", r.open, got.Verdict, got.Compile.Message)
	}
}

// An interrupted run reports every solution that was begun, also one after a solution that was not.
func TestReportOfWhatWasBegun(t *testing.T) {
	r, _, _ := sample(t, result.Machine{Name: "a", SpeedMS: 1})
	r.entries = append(r.entries, r.entries[0], r.entries[0])
	r.entries[1].Solution.Name, r.entries[2].Solution.Name = "begun", "done"
	r.state = append(r.state, state{result: r.entries[1].Blank(), left: 1, begun: 1}, state{result: r.entries[2].Blank()})
	var names []string
	for _, s := range r.report(true, 0).Results {
		names = append(names, s.Solution)
	}
	if got := strings.Join(names, " "); got != "begun done" {
		t.Errorf("reported: %s", got)
	}
}

// Machines of different speed are reported, unless there is a reference machine.
func TestAdvice(t *testing.T) {
	for _, test := range []struct {
		there []result.Machine
		said  bool
	}{
		{nil, false},
		{[]result.Machine{{Name: "a", SpeedMS: 100}, {Name: "b", SpeedMS: 110}}, false},
		{[]result.Machine{{Name: "a", SpeedMS: 100}, {Name: "b", SpeedMS: 112}}, true},
		{[]result.Machine{{Name: "a", SpeedMS: 100}, {Name: "b", SpeedMS: 200, Reference: true}}, false},
	} {
		if got := adviceOn(reference(test.there)); got.Said() != test.said {
			t.Errorf("of %v it says %q", test.there, got)
		}
	}
}

// TestStart: finished jobs are not sent again, and with -fail-fast the next case of a problem waits.
func TestStart(t *testing.T) {
	for failFast, want := range map[bool]string{false: "a2 b1 b2 c1", true: "a2 b1 c1"} {
		r := &run{opt: grade.Options{FailFast: failFast}}
		for _, id := range []string{"a1", "a2", "b1", "b2", "c1"} {
			r.todo = append(r.todo, &work{job: Job{ID: id, Problem: id[:1]}, done: id == "a1"})
		}
		r.start()
		var got []string
		for _, w := range r.ready {
			got = append(got, w.job.ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("fail fast %t: %q, want %s", failFast, got, want)
		}
	}
	for err, want := range map[error]bool{jetstream.ErrConsumerDeleted: true, fmt.Errorf("x: %w", jetstream.ErrBucketNotFound): true, nats.ErrTimeout: false} {
		if gone(err) != want {
			t.Errorf("%v: gone is %t", err, !want)
		}
	}
}

// TestNextOf: with -fail-fast the next case of a problem waits until the machine that counts has judged the one before.
func TestNextOf(t *testing.T) {
	r, err := newRun(&Client{judge: "j", Warn: func(say.Message) {}}, entered(t, 2, "s"), grade.Options{FailFast: true}, func(result.Event) {}, []result.Machine{{Languages: []string{"go"}}})
	if err != nil {
		t.Fatal(err)
	}
	first, next := r.todo[0], r.todo[1]
	again := *first
	again.first, again.job.Again = &Result{}, true
	if err := again.job.sign(); err != nil {
		t.Fatal(err)
	}
	r.done(first)
	r.add(&again)
	if r.nextOf(first.job.ID); len(r.ready) > 0 {
		t.Errorf("%d jobs are ready before the first is judged", len(r.ready))
	}
	r.done(&again)
	if r.nextOf(again.job.ID); len(r.ready) != 1 || r.ready[0] != next {
		t.Errorf("%d jobs are ready, want the second case", len(r.ready))
	}
}

// A machine gets only jobs that it can do.
func TestQueues(t *testing.T) {
	m := result.Machine{Name: "m", Judge: "j", Step: 2, Languages: []string{"c", "go"}}
	for name, want := range map[string]bool{
		"j-3-go": true, "j-3-c_go": true, "j-2-c": true, "j-3-at-m": true,
		"k-3-go": false, "j-1-go": false, "j-3-c_java": false, "j-3-at-n": false, "j-x-go": false, "odd": false,
	} {
		q, ok := parseQueue(name)
		if got := ok && q.fits(m); got != want {
			t.Errorf("%s: %v", name, got)
		}
		if ok && q.String() != name {
			t.Errorf("%s is written %s", name, q)
		}
	}
}

// TestVersion: a build that knows no commit names itself by its digest.
func TestVersion(t *testing.T) {
	if own, err := executable.Digest(); err != nil || Version() != "devel_"+own[:12] {
		t.Errorf("this is %s, want devel_%.12s, %v", Version(), own, err)
	}
}

// TestRunAndJob: the last two words of a subject.
func TestRunAndJob(t *testing.T) {
	for subject, want := range map[string]string{"fleet.begun.1.r.j": "r/j", "r.j": "r/j", "j": "/", "": "/"} {
		if run, job := runAndJob(subject); run+"/"+job != want {
			t.Errorf("%q: %s and %s, want %s", subject, run, job, want)
		}
	}
}

// A job whose content does not match its signature is refused.
func TestSound(t *testing.T) {
	j := Job{V: Wire, Problem: "p", Case: Case{In: blobOf(nil), Ans: blobOf(nil)}, Solutions: []Source{{Name: "s", Files: []File{{Name: "main.c", Blob: blobOf(nil)}}}}}
	if err := j.sign(); err != nil {
		t.Fatal(err)
	}
	if err := j.sound(); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*Job){
		"count":                   func(j *Job) { j.Count = 9 },
		"no files":                func(j *Job) { j.Solutions = []Source{{Name: "s"}}; j.sign() },
		"no digest":               func(j *Job) { j.Case.In.SHA256 = "../../etc/passwd"; j.sign() },
		"outside":                 func(j *Job) { j.Checker = []File{{Name: "../x", Blob: blobOf(nil)}}; j.sign() },
		"a problem outside":       func(j *Job) { j.Problem = "../../../../x"; j.sign() },
		"a program outside":       func(j *Job) { j.Check.Program = "../../secret.py"; j.sign() },
		"an interactor elsewhere": func(j *Job) { j.Check.Interactor = "/etc/passwd"; j.sign() },
	} {
		bad := j
		if spoil(&bad); bad.sound() == nil {
			t.Errorf("%s: it is taken for sound", what)
		}
	}
}

func FuzzAddress(f *testing.F) {
	f.Add("tls://w:SU@h:4222?pin=" + fmt.Sprintf("%064d", 0))
	f.Add("nats://x")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAddress(text)
		if err != nil {
			return
		}
		if again, err := ParseAddress(a.String()); err != nil || again != a {
			t.Errorf("%q: %v became %v, %v", text, a, again, err)
		}
	})
}

// TestAddChecker: a job takes both programs of a conversation with it, or neither if one is missing.
func TestAddChecker(t *testing.T) {
	dir := t.TempDir()
	check, talk := filepath.Join(dir, "check.py"), filepath.Join(dir, "talk", "talk.py")
	outside := filepath.Join(t.TempDir(), "beside", "outside.py")
	if err := tempfile.WriteNew(map[string]string{check: "pass\n", talk: "pass\n", outside: "pass\n"}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ program, interactor, want string }{
		{"", "", " "}, {check, "", "check.py "}, {check, talk, "check.py talk/talk.py"}, {"", talk, " talk/talk.py"}, {outside, "", "outside.py "}, {filepath.Join(dir, "gone.py"), talk, "error"},
	} {
		w := &work{}
		err := w.addChecker(problem.Problem{Dir: dir, Check: problem.Check{Kind: "testlib", Program: test.program, Interactor: test.interactor}})
		got := w.job.Check.Program + " " + w.job.Check.Interactor
		if err != nil {
			got = "error"
		}
		if got != test.want || err == nil && len(w.job.Checker) != len(strings.Fields(test.want)) {
			t.Errorf("%q, %q: %s with %d files, %v, want %s", test.program, test.interactor, got, len(w.job.Checker), err, test.want)
		}
	}
}
