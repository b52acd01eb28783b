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

// Job is one case and the solutions that run on it.
type Job struct {
	Count      int                 `json:"count"`
	Problem    string              `json:"problem"`
	Limits     problem.Limits      `json:"limits"`
	Check      problem.Check       `json:"check"`
	Function   *function.Signature `json:"function,omitempty"`
	InputFile  string              `json:"input_file,omitempty"`
	OutputFile string              `json:"output_file,omitempty"`
	Checkers   []Source            `json:"checkers,omitempty"` // the programs that Check names
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

// Source is one program. Directives in its text say the rest.
type Source struct {
	Name     string   `json:"name"`
	Language string   `json:"language"`
	Env      []string `json:"env,omitempty"` // for its build, as its text asks; empty if the sender had none
	Unasked  bool     `json:"unasked,omitempty"`
	Headers  bool     `json:"headers,omitempty"` // a checker includes some of its files from other folders
	Files    []File   `json:"files"`             // the main one first
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
	Fault  say.Message `json:"fault,omitzero"` // why nothing was graded; it is the judge's own fault
	Died   bool        `json:"died,omitempty"` // the server says so: no worker gave a result, and the job is given up
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

// queueOf names the queue for one version of the judge and one set of languages, so that a worker gets only jobs that it
// can do.
func queueOf(languages []string) string { return Version() + "-" + strings.Join(languages, "_") }

var isQueue = regexp.MustCompile(`^\w{1,100}-[a-z0-9_]{1,200}$`)

// fits reports whether a machine may take a queue's jobs.
func fits(queue string, m result.Machine) bool {
	judge, languages, _ := strings.Cut(queue, "-")
	return judge == m.Judge && m.Speaks(strings.Split(languages, "_"))
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

// What a job may ask of a worker at most.
const (
	mostJob      = 1 << 20 // bytes of its message: some thousand solutions
	mostFile     = 4 << 20 // bytes of a source
	longestLimit = 24 * time.Hour
	mostCount    = 10_000
	mostHeld     = 6 * time.Hour // the worker is kept by one job
)

// blobs are the texts of a job.
func (j Job) blobs() []Blob {
	all := []Blob{j.Case.In, j.Case.Ans}
	for _, s := range slices.Concat(j.Checkers, j.Solutions) {
		for _, f := range s.Files {
			all = append(all, f.Blob)
		}
	}
	return all
}

// sound returns an error if a received job is invalid: anybody may have written it.
func (j Job) sound() error {
	no := func(what string) error { return say.Errorf("no judge sends such a job: %s", what) }
	times := []time.Duration{j.Limits.Time, j.Limits.Wall, j.Limits.CompileTime, j.Limits.CheckTime}
	if slices.Max(times) > longestLimit || slices.Min(times) < 0 || j.Count > mostCount {
		return no("limits")
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
		return no("types")
	}
	for _, name := range []string{j.InputFile, j.OutputFile} {
		if name != "" && !filepath.IsLocal(filepath.FromSlash(name)) {
			return no("the file " + name)
		}
	}
	for _, s := range slices.Concat(j.Checkers, j.Solutions) {
		if len(s.Files) == 0 || slices.ContainsFunc(s.Files, func(f File) bool { return f.Size > mostFile }) {
			return no("the files of " + s.Name)
		}
	}
	for _, name := range []string{j.Check.Program, j.Check.Interactor} { // the worker looks for none on its own disk
		if name != "" && !slices.ContainsFunc(j.Checkers, func(s Source) bool { return s.Name == name }) {
			return no("the checker " + name)
		}
	}
	for _, b := range j.blobs() {
		if !isDigest.MatchString(b.SHA256) {
			return no("the digest " + b.SHA256)
		}
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
