// Package fleet grades on many machines. A client cuts a run into jobs, workers take them from a queue of NATS
// JetStream, and the results come back in another queue. A hub is the server that holds the queues.
//
// A job is one case with all its solutions, so that solutions that are compared run on the same machine. A job is
// stored until its result is stored: when a worker, the server or the client dies, only time is lost. Names cannot be
// forged: each key has its own account, which may use only the subjects that contain its name.
package fleet

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"sudokuoj/judge/internal/base/executable"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Wire is the version of the messages; every subject contains it.
const Wire = 2

// Job is one case and the solutions that run on it.
type Job struct {
	V          int                 `json:"v"`
	Run        string              `json:"run"`
	ID         string              `json:"job"` // the digest of the rest
	Count      int                 `json:"count"`
	Problem    string              `json:"problem"`
	Limits     problem.Limits      `json:"limits"`
	Check      problem.Check       `json:"check"`
	Function   *function.Signature `json:"function,omitempty"`
	InputFile  string              `json:"input_file,omitempty"`
	OutputFile string              `json:"output_file,omitempty"`
	Checker    []File              `json:"checker,omitempty"` // the sources of its program
	Case       Case                `json:"case"`
	Solutions  []Source            `json:"solutions"`

	client string // whose job it is; known by its subject
}

// Case is an input with its expected output.
type Case struct {
	Name      string   `json:"name"`
	In        Blob     `json:"in"`
	Ans       Blob     `json:"ans"`
	Args      []string `json:"args,omitempty"`
	CheckArgs []string `json:"check_args,omitempty"`
}

// Source is one solution. Directives in its text say the rest.
type Source struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Env      []string `json:"env,omitempty"` // for its build, as its text asks; empty if the sender had none
	Unasked  bool     `json:"unasked,omitempty"`
	Files    []File   `json:"files"` // the main one first
}

// File is a text with a name.
type File struct {
	Name string `json:"name"`
	Blob
}

// Blob is a text that is stored under its digest.
type Blob struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

func blobOf(text []byte) Blob {
	sum := sha256.Sum256(text)
	return Blob{hex.EncodeToString(sum[:]), int64(len(text))}
}

// Result is the result of a job.
type Result struct {
	V      int         `json:"v"`
	Fault  say.Message `json:"fault,omitzero"` // why nothing was graded; it is the judge's own fault
	Died   bool        `json:"died,omitempty"` // so many workers died of the job that it is given up
	Host   result.Host `json:"host"`           // the same in every result of a worker
	Graded []Graded    `json:"graded,omitempty"`

	jobName
	worker string
}

// Graded is the result of one solution, in the order of the job.
type Graded struct {
	Compile result.Compile `json:"compile"`
	Case    result.Case    `json:"case"`
}

// A queue is for one version of the judge and one set of languages, so that a worker gets only jobs that it can do.
type queue struct {
	judge     string
	languages string // sorted, between underscores
}

func (q queue) String() string { return q.judge + "-" + q.languages }

var isQueue = regexp.MustCompile(`^(\w{1,100})-([a-z0-9_]{1,200})$`)

func parseQueue(name string) (q queue, ok bool) {
	m := isQueue.FindStringSubmatch(name)
	if m == nil {
		return q, false
	}
	return queue{m[1], m[2]}, true
}

// fits reports whether a machine may take the queue's jobs.
func (q queue) fits(m result.Machine) bool {
	return m.Judge == q.judge && m.Speaks(strings.Split(q.languages, "_"))
}

// The streams, and the subjects. A client's name is part of the subjects of its jobs, texts and questions, and a
// worker's name is part of the subjects of its results.
const (
	jobs    = "FLEET_JOBS"
	results = "FLEET_RESULTS"
	blobs   = "FLEET_BLOBS"

	jobSubject    = "fleet.job.2."    // queue, client, run, job
	resultSubject = "fleet.result.2." // client, run, job, worker
	begunSubject  = "fleet.begun.2."  // client, run, job, worker; not stored
	toldSubject   = "fleet.told.2."   // the same, told on by the server, since accounts hear only the server's own
	blobSubject   = "fleet.blob.2."   // client, digest, number
	aliveSubject  = "fleet.alive.2."  // worker: what it tells of itself; not stored
	askSubject    = "fleet.ask.2."    // client, question: to the server
	bell          = "fleet.queue.2"   // tells that there is a new queue; not stored
)

// jobName is the name of a job in subjects.
type jobName struct{ client, run, job string }

func (n jobName) String() string { return n.client + "." + n.run + "." + n.job }

// nameOf reads the name of a job, and what comes after it, from a subject: the name begins at this word.
func nameOf(subject string, begin int) (n jobName, rest string) {
	words := append(strings.Split(subject, "."), "", "", "", "")[begin:]
	return jobName{words[0], words[1], words[2]}, words[3]
}

// The words of a subject at which the name of a job begins.
const (
	inJob    = 4
	inResult = 3 // and in the subject of a job that is begun
)

// sign sets the ID of a job to the digest of the rest.
func (j *Job) sign() error {
	j.ID = ""
	text, err := json.Marshal(j)
	if err == nil {
		j.ID = blobOf(text).SHA256[:32]
	}
	return err
}

// What a job may ask of a worker at most.
const (
	mostJob      = 1 << 20 // bytes of its message: some thousand solutions
	mostFile     = 4 << 20 // bytes of a source
	longestLimit = 24 * time.Hour
	mostCount    = 10_000
	mostHeld     = 6 * time.Hour // the worker is kept by one job
)

// sound returns an error if a received job is invalid. Its digests come from the sender.
func (j Job) sound() error {
	id := j.ID
	files := slices.Clone(j.Checker)
	for _, s := range j.Solutions {
		if len(s.Files) == 0 {
			return say.Errorf("job %s: solution %s has no files", id, s.Name)
		}
		files = append(files, s.Files...)
	}
	l := j.Limits
	longest := max(l.Time, l.Wall, l.CompileTime, l.CheckTime)
	if longest > longestLimit || min(l.Time, l.Wall, l.CompileTime, l.CheckTime) < 0 || j.Count > mostCount {
		return say.Errorf("job %s: limits that no problem has", id)
	}
	types := []function.Type{j.Check.Type}
	if f := j.Function; f != nil {
		all := append(slices.Clone(f.Methods), f.Method)
		if f.Inner != nil {
			all = append(all, *f.Inner)
		}
		for _, m := range all {
			types = append(types, m.Result)
			for _, p := range m.Params {
				types = append(types, p.Type)
			}
		}
	}
	if slices.ContainsFunc(types, func(t function.Type) bool { return !soundType(t, 10) }) {
		return say.Errorf("job %s: types that no function has", id)
	}
	for _, f := range files {
		if f.Size > mostFile {
			return say.Errorf("job %s: %s is larger than %d MiB", id, f.Name, mostFile>>20)
		}
	}
	digests := []string{j.Case.In.SHA256, j.Case.Ans.SHA256}
	for _, f := range files {
		digests = append(digests, f.SHA256)
	}
	names := []string{j.Problem, j.Check.Program, j.Check.Interactor, j.InputFile, j.OutputFile}
	for _, f := range j.Checker {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if name != "" && !filepath.IsLocal(filepath.FromSlash(name)) {
			return say.Errorf("job %s: %s leads out of its folder", id, name)
		}
	}
	for _, d := range digests {
		if !isDigest.MatchString(d) {
			return say.Errorf("job %s: %q is no digest", id, d)
		}
	}
	if err := j.sign(); err != nil || j.ID != id {
		return say.Errorf("job %s: its content has another digest", id)
	}
	return nil
}

// soundType reports whether a type is whole, with at most so many lists in lists.
func soundType(t function.Type, deep int) bool {
	if t.Kind == function.Array || t.Kind == function.List {
		return t.Elem != nil && deep > 0 && soundType(*t.Elem, deep-1)
	}
	return t.Kind >= function.None && t.Kind <= function.Any
}

var isDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// validName reports whether a machine or a user may have this name, which becomes part of subjects.
func validName(name string) bool { return isName.MatchString(name) }

var isName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$`)

// Version names this judge in subjects: by the commit it was built from. If the build does not know its commit, or the
// tree was changed, a digest of the program follows, so that only copies of it count as the same judge.
var Version = sync.OnceValue(func() string {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && !strings.Contains(info.Main.Version, "devel") {
		version = cmp.Or(info.Main.Version, version)
	}
	if version == "devel" || strings.HasSuffix(version, "+dirty") {
		digest, err := executable.Digest()
		if err != nil { // the executable cannot be read: no other judge is the same
			digest = strings.ToLower(rand.Text())
		}
		version += "_" + digest[:12]
	}
	return notWord.ReplaceAllString(version, "_")
})

var notWord = regexp.MustCompile(`[^A-Za-z0-9_]+`)
