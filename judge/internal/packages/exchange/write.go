package exchange

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// writer writes a draft into a separate tree with the same layout as the root.
type writer struct {
	*draft
	*workshop
	Imported
	tree string // problems/<id>, testdata/<id>, solutions/
	root string // the final place

	dropped map[string][]string // by problem that is not here: the programs that claimed it
}

func (w *writer) problemDir() string { return filepath.Join(w.tree, "problems", w.ID) }
func (w *writer) dataDir() string    { return filepath.Join(w.tree, "testdata", w.ID) }

// bring writes the draft that a source makes, reads it as the judge will, and only then moves it into place.
func bring(tools *workshop, root, id string, read func() (*draft, error)) (_ Imported, err error) {
	defer func() {
		if err != nil {
			err = say.Errorf("%s", say.From(err).Map(brief))
		}
	}()
	if !problem.ValidID(id) {
		return Imported{}, say.Errorf("%q cannot be an ID: the letters a to z and digits only", id)
	}
	targets := []string{filepath.Join("problems", id), filepath.Join("testdata", id)}
	for _, p := range targets {
		if _, err := os.Lstat(filepath.Join(root, p)); err == nil {
			return Imported{}, say.Errorf("%s is there already", filepath.Join(root, p)).
				Hint("remove it, or import under another name with -id")
		}
	}
	d, err := read()
	if err != nil {
		return Imported{}, err
	}
	defer func() {
		for _, done := range d.close {
			done()
		}
	}()
	tree, remove, err := tempfile.Beside(root, "import") // on the same disk, so that moving is renaming
	if err != nil {
		return Imported{}, say.Errorf("%s: %w", root, say.Cause(err))
	}
	defer remove()
	w := &writer{draft: d, workshop: tools, tree: tree, root: root, dropped: map[string][]string{},
		Imported: Imported{ID: id, Dir: filepath.Join(root, targets[0])}}
	if err := w.write(); err != nil {
		return Imported{}, err
	}
	outside := func(text string) string { return strings.ReplaceAll(text, tree+string(filepath.Separator), "") }
	p, err := problem.Load(tree, id)
	if err != nil {
		return Imported{}, say.Errorf("the judge cannot use it:\n%s", say.From(err).Map(outside))
	}
	if err := fitsPage(p); err != nil {
		return Imported{}, err
	}
	tried, err := w.tryChecker(p, root)
	if err != nil {
		return Imported{}, err
	}
	for _, warning := range p.Warnings {
		tried = append(tried, warning.Map(outside))
	}
	w.Notes = append(few(d.remarks), few(tried)...)
	w.Title, w.Cases = p.Title("en"), len(p.Cases)
	for _, name := range w.Solutions {
		targets = append(targets, filepath.Join("solutions", name))
	}
	return w.Imported, move(tree, root, targets)
}

// few returns the first notes: a package may deserve one for each of its files.
func few(notes []say.Message) []say.Message {
	const most = 20
	if more := len(notes) - most; more > 0 {
		notes = append(notes[:most:most], say.Of("there are %d more notes", more))
	}
	for i, note := range notes {
		notes[i] = note.Map(brief)
	}
	return notes
}

// brief cuts what a message names, which may be all of a file.
func brief(text string) string {
	const most = 1000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

// move renames the targets from one tree into another; if one fails, it undoes the earlier ones.
func move(from, to string, targets []string) error {
	for i, p := range targets {
		target := filepath.Join(to, p)
		err := os.MkdirAll(filepath.Dir(target), 0o777)
		if err == nil {
			if _, taken := os.Lstat(target); taken == nil {
				err = say.Errorf("%s is there already", target)
			} else {
				err = os.Rename(filepath.Join(from, p), target)
			}
		}
		if err != nil {
			for _, p := range targets[:i] {
				os.RemoveAll(filepath.Join(to, p))
			}
			return err
		}
	}
	return nil
}

// write writes all of the problem.
func (w *writer) write() error {
	for _, dir := range []string{w.problemDir(), w.dataDir()} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	if err := w.writeMetadata(); err != nil {
		return err
	}
	if w.check.Kind != "" {
		if err := writeYAML(filepath.Join(w.problemDir(), "judge.yaml"), w.check); err != nil {
			return err
		}
	}
	for _, f := range w.files {
		dir, to := w.problemDir(), f.to
		if inner, data := strings.CutPrefix(to, "data/"); data {
			dir, to = w.dataDir(), inner
		}
		if err := w.writeFile(filepath.Join(dir, filepath.FromSlash(to)), f); err != nil {
			if f.vital {
				return err
			}
			w.leaveOut(f.from, err)
		}
	}
	if err := w.writeCases(); err != nil {
		return err
	}
	for _, p := range w.solutions {
		if err := w.writeSolution(p); err != nil {
			return err
		}
	}
	for _, id := range sorted(w.dropped) {
		w.remark("%s is not here: that claim was dropped from %s", id, say.List(w.dropped[id]))
	}
	w.remarkUnread()
	return nil
}

// writeMetadata writes problem.yaml, as the package has it if the judge can use that.
func (w *writer) writeMetadata() error {
	if w.limits["time_limit"] == nil {
		w.remark("no time limit is known, so the judge's default applies: set limits.time_limit in %s",
			filepath.Join(w.Dir, "problem.yaml"))
	}
	file := filepath.Join(w.problemDir(), "problem.yaml")
	if w.asWritten != nil {
		return writeText(file, w.asWritten)
	}
	about := maps.Clone(w.about)
	if about["limits"] = w.limits; about["type"] == nil {
		about["type"] = w.kinds()
	}
	maps.DeleteFunc(about, func(_ string, v any) bool {
		return slices.Contains([]string{"", "<nil>", "[]", "map[]"}, fmt.Sprint(v)) // it is not known
	})
	if about["uuid"] == nil {
		about["uuid"] = problem.NewUUID()
	}
	name := map[string]string{}
	for lang, title := range w.names {
		name[lang] = cmp.Or(oneLine(title), w.ID)
	}
	if about["name"] = name; len(name) == 0 {
		name["en"] = w.ID
	}
	text, err := yamlText(about)
	if err != nil {
		return err
	}
	return writeText(file, append([]byte("problem_format_version: "+problem.Version+"\n"), text...))
}

// kinds are the types of the problem.
func (d *draft) kinds() any {
	switch {
	case d.check.Talks && d.scoring:
		return []string{"interactive", "scoring"}
	case d.check.Talks:
		return "interactive"
	case d.scoring:
		return "scoring"
	}
	return nil
}

// writeFile writes a file of the draft.
func (w *writer) writeFile(to string, f draftFile) error {
	in, err := f.text(w.workshop)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := writeFrom(to, in); err != nil || f.from == "" {
		return err
	}
	if info, err := fs.Stat(w.dir, f.from); err == nil && info.Mode()&0o111 != 0 {
		return os.Chmod(to, 0o777) // scripts of a validator
	}
	return nil
}

// writeFrom writes one file, and the folders above it.
func writeFrom(path string, in io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

func writeText(path string, data []byte) error { return writeFrom(path, bytes.NewReader(data)) }

func writeYAML(file string, v any) error {
	text, err := yamlText(v)
	if err != nil {
		return err
	}
	return writeText(file, text)
}

// writeSolution makes a program of the package a solution with its expected verdict. One that the judge cannot use is
// left out.
func (w *writer) writeSolution(p program) error {
	dir := filepath.Join(w.tree, "submission") // a name for it is found once it has been read
	defer os.RemoveAll(dir)
	for _, f := range p.files {
		if err := w.writeFile(filepath.Join(dir, filepath.FromSlash(f.to)), f); err != nil {
			return w.leaveOut(p.from, err)
		}
	}
	s, err := solution.Open(dir)
	if err != nil && !p.folder {
		file := p.files[0].to
		if _, known := language.ByFile(file); !known {
			return w.leaveOut(p.from, unknownLanguage(p.from))
		}
		// Only the name says which of the files starts.
		if os.Rename(filepath.Join(dir, file), filepath.Join(dir, "main"+path.Ext(file))) == nil {
			s, err = solution.Open(dir)
		}
	}
	if err != nil {
		w.remark("%s was left out: %s", p.from, say.From(err).Map(func(text string) string {
			return strings.ReplaceAll(result.FirstLine(text), dir, p.from)
		}))
		return nil
	}
	text, err := os.ReadFile(s.Path)
	if err != nil {
		return err
	}
	lang, _ := language.ByID(s.Language)
	name := p.name
	if len(s.Problems) > 0 {
		text = w.claims(text, s, p.from, lang)
	} else {
		name = w.ID + "-" + name
		text = solution.Declare(text, lang, w.directives(p)...)
	}
	if err := os.WriteFile(s.Path, text, 0o666); err != nil {
		return err
	}
	return w.moveSolution(dir, name)
}

// directives are those for a program that has none.
func (w *writer) directives(p program) []string {
	said := []string{"problem " + w.ID}
	switch p.promise {
	case "":
		w.remark("%s: its expected verdict cannot be written here: run it, and add a judge:expect line with the right one",
			p.from)
	case "AC":
	default:
		said = append(said, "expect "+string(p.promise))
	}
	return said
}

// claims changes the directives of a program: it claims the problem by its name here, and no missing problem.
func (w *writer) claims(text []byte, s solution.Solution, from string, lang language.Language) []byte {
	text = solution.Retarget(text, func(id string) string {
		if id == w.id || id == w.ID {
			return w.ID
		}
		if _, err := os.Stat(filepath.Join(w.root, "problems", id)); err == nil {
			return id
		}
		if who := w.dropped[id]; slices.Contains(s.Problems, id) && !slices.Contains(who, from) {
			w.dropped[id] = append(who, from)
		}
		return ""
	})
	if !slices.Contains(s.Problems, w.id) && !slices.Contains(s.Problems, w.ID) {
		text = solution.Declare(text, lang, "problem "+w.ID)
	}
	return text
}

// moveSolution moves the folder to solutions/ under the name, or under another one if that is taken.
func (w *writer) moveSolution(dir, name string) error {
	for i := 1; ; i++ {
		try := name
		if i > 1 {
			try = fmt.Sprintf("%s-%d", name, i)
		}
		taken := filepath.Join(w.root, "solutions", try)
		if _, err := os.Lstat(taken); err == nil {
			continue
		}
		if slices.Contains(w.Solutions, try) {
			continue
		}
		target := filepath.Join(w.tree, "solutions", try)
		if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
			return err
		}
		w.Solutions = append(w.Solutions, try)
		return os.Rename(dir, target)
	}
}

// remarkUnread lists the files of the package that no source read, folder by folder: nothing is lost silently.
func (w *writer) remarkUnread() {
	if w.dir == nil {
		return
	}
	unread := w.dir.unread(w.told)
	for _, top := range sorted(unread) {
		if all := unread[top]; len(all) == 1 {
			w.remark("left out: %s", all[0])
		} else {
			w.remark("left out: %s: %d files", top+"/", len(all))
		}
	}
}
