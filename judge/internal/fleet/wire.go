// Package fleet grades on many machines. A coordinator cuts a run into jobs, workers take them from a queue of NATS
// JetStream, and the results come back in another queue. This package knows the messages and what happens when a
// process dies; package grade grades the jobs, on a worker as on one machine.
//
// A job is one case with all its solutions, so that solutions that are compared run on the same machine. A job is
// stored until its result is stored: when a worker, the server or the coordinator dies, only time is lost.
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
	"strconv"
	"strings"
	"sync"

	"sudokuoj/judge/internal/base/executable"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/model/function"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
)

// Wire is the version of the messages; every subject contains it.
const Wire = 1

// Job is one case and the solutions that run on it.
type Job struct {
	V           int                 `json:"v"`
	Judge       string              `json:"judge"` // the judge's version
	Run         string              `json:"run"`
	ID          string              `json:"job"`             // the digest of the rest
	Again       bool                `json:"again,omitempty"` // a second time, on the reference machine
	WeakestStep int                 `json:"weakest_step"`    // the weakest isolation that is allowed
	Count       int                 `json:"count"`
	Problem     string              `json:"problem"`
	Limits      problem.Limits      `json:"limits"`
	Check       problem.Check       `json:"check"`
	Function    *function.Signature `json:"function,omitempty"`
	InputFile   string              `json:"input_file,omitempty"`
	OutputFile  string              `json:"output_file,omitempty"`
	Checker     []File              `json:"checker,omitempty"` // the sources of its program
	Case        Case                `json:"case"`
	Solutions   []Source            `json:"solutions"`
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
	Files    []File   `json:"files"`         // the main one first
}

// File is a text with a name.
type File struct {
	Name string `json:"name"`
	Blob
}

// Blob is a text that lies in the store under its digest.
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
	V       int             `json:"v"`
	Run     string          `json:"run"`
	Job     string          `json:"job"`
	Worker  string          `json:"worker"`
	SpeedMS float64         `json:"speed_ms"`
	Fault   say.Message     `json:"fault,omitzero"` // why nothing was graded; it is the judge's own fault
	Host    json.RawMessage `json:"host,omitempty"` // the same in every result of a worker
	Graded  []Graded        `json:"graded,omitempty"`
}

// Graded is the result of one solution, in the order of the job.
type Graded struct {
	Compile result.Compile  `json:"compile"`
	Case    json.RawMessage `json:"case"` // in the format of judge -json
}

// A queue is for one version of the judge, one strength of isolation, and one set of languages or one machine, so
// that a worker gets only jobs that it can do.
type queue struct {
	judge   string
	weakest int
	whom    string // languages, sorted, between underscores; or at- and a machine's name
}

func (q queue) String() string { return q.judge + "-" + strconv.Itoa(q.weakest) + "-" + q.whom }

func parseQueue(name string) (q queue, ok bool) {
	parts := strings.SplitN(name, "-", 3)
	if len(parts) != 3 {
		return q, false
	}
	weakest, err := strconv.Atoi(parts[1])
	return queue{parts[0], weakest, parts[2]}, err == nil
}

func queueFor(judge string, weakest int, languages []string) queue {
	return queue{judge, weakest, strings.Join(languages, "_")}
}

// languages returns the languages that a queue's jobs need; none for the queue of one machine.
func (q queue) languages() []string {
	if q.whom == "" {
		return nil
	}
	return strings.Split(q.whom, "_")
}

// fits reports whether a machine may take the queue's jobs.
func (q queue) fits(m result.Machine) bool {
	if !m.Fits(q.judge, q.weakest) {
		return false
	}
	if whom, only := strings.CutPrefix(q.whom, "at-"); only {
		return whom == m.Name
	}
	return m.Speaks(q.languages())
}

// The streams, and the subjects in them. The last two words of a subject are a run and a job.
const (
	jobs     = "FLEET_JOBS"
	results  = "FLEET_RESULTS"
	blobs    = "FLEET_BLOBS"
	begun    = "FLEET_BEGUN"
	dead     = "FLEET_DEAD"
	machines = "FLEET_MACHINES" // a bucket

	jobSubject    = "fleet.job.1."    // queue, run, job
	resultSubject = "fleet.result.1." // run, job
	begunSubject  = "fleet.begun.1."  // run, job
	blobSubject   = "fleet.blob.1."   // digest, number
	Bell          = "fleet.queue.1"   // tells that somebody made a queue; it is not stored
)

func (j Job) subject(q queue) string { return jobSubject + q.String() + "." + j.Run + "." + j.ID }

// runAndJob are the last two words of a subject.
func runAndJob(subject string) (run, job string) {
	words := strings.Split(subject, ".")
	if len(words) < 2 {
		return "", ""
	}
	return words[len(words)-2], words[len(words)-1]
}

// sign sets the ID of a job to the digest of the rest.
func (j *Job) sign() error {
	j.ID = ""
	text, err := json.Marshal(j)
	if err == nil {
		j.ID = blobOf(text).SHA256[:32]
	}
	return err
}

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
	digests := []string{j.Case.In.SHA256, j.Case.Ans.SHA256}
	for _, f := range files {
		digests = append(digests, f.SHA256)
	}
	names := []string{j.Problem, j.Check.Program, j.Check.Interactor} // files of the job, or folders
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

var isDigest = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ValidName reports whether a machine or a user may have this name, which becomes part of subjects.
func ValidName(name string) bool { return isName.MatchString(name) }

var isName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,40}$`)

// Version names this judge in subjects: by the commit it was built from. If the build does not know its commit, or the
// tree was changed, a digest of the program follows, so that only copies of it count as the same judge.
var Version = sync.OnceValue(func() string {
	version := "devel"
	if info, ok := debug.ReadBuildInfo(); ok && !strings.Contains(info.Main.Version, "devel") {
		version = cmp.Or(info.Main.Version, version)
	}
	if version == "devel" || strings.HasSuffix(version, "+dirty") {
		version += "_" + ownDigest()
	}
	return notWord.ReplaceAllString(version, "_")
})

// ownDigest tells builds of this program apart; it is a unique one if the executable cannot be read.
func ownDigest() string {
	digest, err := executable.Digest()
	if err != nil {
		digest = strings.ToLower(rand.Text())
	}
	return digest[:12]
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9_]+`)
