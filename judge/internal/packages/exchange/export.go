package exchange

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/model/problem"
	"sudokuoj/judge/internal/model/result"
	"sudokuoj/judge/internal/model/solution"
)

// Exported is the result of an export.
type Exported struct {
	Target    string
	Files     int
	Solutions []string
	Notes     []say.Message // what another judge will miss
}

// Export writes the problem as a Kattis package: into a zip if the target ends in .zip or .kpp, else
// into a folder. The target must not be there yet. The solutions that claim the problem go along as
// submissions. Import brings all of it back as it was.
func Export(root, id, target string) (Exported, error) {
	p, err := problem.Load(root, id)
	if err != nil {
		return Exported{}, err
	}
	if _, err := os.Lstat(target); err == nil {
		return Exported{}, say.Errorf("%s is there already", target).Hint("remove it, or name another with -o")
	}
	dir, remove, err := tempfile.Beside(filepath.Dir(filepath.Clean(target)), "export") // so that there is a whole one or none
	if err != nil {
		return Exported{}, say.Errorf("%s: %w", target, say.Cause(err))
	}
	defer remove()
	x := &exporter{Exported: Exported{Target: target}, dir: filepath.Join(dir, id)}
	if err := x.collect(root, p); err != nil {
		return Exported{}, err
	}
	x.advise(p)
	made := x.dir
	if ext := filepath.Ext(target); strings.EqualFold(ext, ".zip") || strings.EqualFold(ext, ".kpp") {
		made = filepath.Join(dir, "zip")
		if err := x.writeZip(made, id); err != nil {
			return Exported{}, say.Errorf("%s: %w", target, say.Cause(err))
		}
	}
	return x.Exported, os.Rename(made, target)
}

// exporter makes the package in a folder of its own.
type exporter struct {
	Exported
	dir   string
	names []string // of the files
}

func (x *exporter) note(format string, args ...any) {
	x.Notes = append(x.Notes, say.Of(format, args...))
}

// collect copies the files of the problem, its data, and the solutions that claim it.
func (x *exporter) collect(root string, p problem.Problem) error {
	if err := x.add(p.Dir, ""); err != nil {
		return err
	}
	for _, top := range []string{"data", "submissions"} {
		if x.has(top) {
			return say.Errorf("%s: a package has its %s under that name", filepath.Join(p.Dir, top), top).
				Hint("move it elsewhere")
		}
	}
	if !x.has("judge.yaml") && p.Check.Kind != "validator" {
		if err := x.write("judge.yaml", strings.NewReader(ownDefaults), 0o644); err != nil {
			return err
		}
	}
	if err := x.add(p.Data, "data"); err != nil {
		return err
	}
	names, err := solution.Names(root)
	if err != nil {
		return err
	}
	for _, name := range names {
		dir := filepath.Join(root, "solutions", name)
		s, err := solution.Open(dir)
		if err != nil {
			x.note("solutions/%s was left out: %s", name, say.First(err))
			continue
		}
		if !slices.Contains(s.Problems, p.ID) {
			continue
		}
		if err := x.add(dir, path.Join("submissions", folderFor(s, p), name)); err != nil {
			return err
		}
		x.Solutions = append(x.Solutions, name)
	}
	return nil
}

// folderFor returns the folder of submissions that matches the solution's expectations.
func folderFor(s solution.Solution, p problem.Problem) string {
	var wrong []result.Verdict
	for _, c := range p.Cases {
		promise, _ := s.ExpectationFor(p.ID, c.Name)
		if result.Beyond(c.Name) {
			continue
		}
		for _, v := range promise.Verdicts() {
			if v != result.AC && !slices.Contains(wrong, v) {
				wrong = append(wrong, v)
			}
		}
	}
	only := func(promise result.Promise) bool {
		return !slices.ContainsFunc(wrong, func(v result.Verdict) bool { return !promise.Allows(v) })
	}
	for _, folder := range []string{"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "brute_force"} {
		if only(folders[folder]) {
			return folder
		}
	}
	return "rejected"
}

// add copies every file below the folder, under the name in the package.
func (x *exporter) add(dir, under string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	tree := &folder{FS: root.FS()}
	files, err := list(tree, ".", refuse)
	if err != nil {
		return say.Errorf("%s: %w", dir, err)
	}
	for _, file := range files {
		in, err := tree.read(file)
		if err != nil {
			return say.Errorf("%s: %w", dir, err)
		}
		defer in.Close()
		mode := fs.FileMode(0o644)
		if info, err := in.Stat(); err == nil && info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		if err := x.write(path.Join(under, file), in, mode); err != nil {
			return err
		}
	}
	return nil
}

func (x *exporter) write(name string, in io.Reader, mode fs.FileMode) error {
	x.names = append(x.names, name)
	x.Files++
	file := filepath.Join(x.dir, filepath.FromSlash(name))
	return errors.Join(writeFrom(file, in), os.Chmod(file, mode))
}

func (x *exporter) has(name string) bool {
	_, err := os.Stat(filepath.Join(x.dir, name))
	return err == nil
}

// advise notes what other judges pass over, so that their verdicts may differ. What the format lacks, its own tools tell.
func (x *exporter) advise(p problem.Problem) {
	if x.has("data/" + result.BeyondFolder) {
		x.note("data/beyond is included, but other judges ignore it: they miss the cases beyond the site, which do not count for a verdict")
	}
	if _, err := os.Stat(filepath.Join(p.Dir, "judge.yaml")); err == nil {
		x.note("judge.yaml is included, but other judges do not read it")
	}
	switch check := p.Check; {
	case check.Interactor != "":
		x.note("other judges would start no interactor: they expect it in output_validator/, not as interactor")
	case !slices.Contains([]string{"lines", "tokens", "kattis"}, check.Kind) && !x.has("output_validator"):
		x.note("other judges would compare token by token, while check: %s decides here: they expect a program in output_validator/",
			check.Kind)
	}
	for _, g := range p.Groups {
		if g.How == "max" || strings.Count(g.Group, "/") > 1 {
			x.note("%s: other judges may not know its rule for points", g.Group)
		}
	}
}

// writeZip writes the archive. Its bytes depend only on the files: all have the earliest date of a zip.
func (x *exporter) writeZip(file, top string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(w, flate.BestCompression)
	})
	for _, name := range x.names {
		in, err := os.Open(filepath.Join(x.dir, name))
		if err != nil {
			return err
		}
		defer in.Close()
		info, err := in.Stat()
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: top + "/" + name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(info.Mode())
		w, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, in); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), f.Chmod(0o644), f.Close())
}
