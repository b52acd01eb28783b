package build

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
	"sudokuoj/judge/internal/base/say"
	"sudokuoj/judge/internal/base/tempfile"
	"sudokuoj/judge/internal/language"
)

// sources are the files that are compiled, each with the name that its copy gets: what a compiler sees, and what counts
// for the cache, does not depend on where the user keeps them.
type sources []Made

// Named returns the files of a source as the compiler sees them, also for callers that add to them.
func Named(src Source) ([]Made, error) {
	lang, ok := language.ByID(src.Language)
	switch {
	case !ok:
		return nil, say.Errorf("build: no language %q", src.Language)
	case len(src.Made) > 0:
		return slices.Clone(src.Made), nil
	case len(src.Files) == 0:
		return nil, say.Errorf("build: no source files")
	}
	var all []Made
	taken := map[string]bool{}
	for i, file := range src.Files {
		m := Made{Path: file.Path, Text: file.Text, Header: lang.Goes(file.Path)}
		m.Name = m.copyName(lang, i)
		for taken[strings.ToLower(m.Name)] {
			m.Name = fmt.Sprintf("f%d%s", i, filepath.Ext(m.Name))
		}
		taken[strings.ToLower(m.Name)] = true
		all = append(all, m)
	}
	return all, nil
}

// importPath matches the import paths of the standard library.
var importPath = match.Lazy(`^[a-z][a-z0-9]*(?:/[a-z0-9]+)*$`)

// plainName is a file name that no compiler stumbles over.
var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// copyName is the file's own name, since other files may include or import it by that, unless the
// language wants another or the name is not plain: blanks, quotes and dashes in front mean something
// to one compiler or another. Files that the judge adds begin with judge_.
func (m Made) copyName(lang language.Language, i int) string {
	base, wanted := filepath.Base(m.Path), lang.CopyName([]byte(m.Text), i == 0)
	switch {
	case wanted != "":
		return wanted
	case m.Header || plainName().MatchString(base) && !strings.HasSuffix(base, "_test.go") && !strings.HasPrefix(strings.ToLower(base), "judge_"):
		return base
	case i == 0:
		return "main" + lang.Extension()
	}
	return fmt.Sprintf("f%d%s", i, filepath.Ext(base))
}

// writeTo puts the copies into the folder.
func (s sources) writeTo(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, f := range s {
		err := root.MkdirAll(filepath.Dir(f.Name), 0o777)
		if err == nil {
			err = tempfile.WriteFile(root, f.Name, []byte(f.Text))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// arguments returns the names of the copies as arguments for a compiler that runs in their folder.
func (s sources) arguments() []string {
	var args []string
	for _, f := range s {
		if !f.Header {
			args = append(args, "."+string(filepath.Separator)+f.Name) // so that no name is taken for a flag
		}
	}
	return args
}

// heading is go build's heading, which says nothing about the user's files.
var heading = match.Lazy(`(?m)^# command-line-arguments.*\n`)

// translate puts the user's own names in place of the copies' in a compiler's text. It reads the text once, since a name
// may contain another, and cuts what becomes too long.
func (s sources) translate(text string) string {
	paths := map[string]string{}
	var names []string
	for _, f := range s {
		if f.Path != "" { // else the user has no such file
			paths[f.Name] = f.Path
			names = append(names, regexp.QuoteMeta(f.Name))
		}
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	name := regexp.MustCompile(`(^|[^\w./\\-])(?:\.[/\\])?(` + strings.Join(names, "|") + `)(?:\W|$)`)
	text = heading().ReplaceAllString(text, "")
	var out strings.Builder
	for len(names) > 0 {
		at := name.FindStringSubmatchIndex(text)
		if at == nil || out.Len() > maxMessage {
			break
		}
		out.WriteString(text[:at[3]])
		out.WriteString(paths[text[at[4]:at[5]]])
		text = text[at[5]:]
	}
	return cut(out.String() + text)
}

// key is the name under which the job's result is kept: a digest of everything it depends on.
func (j job) key() string {
	all := []any{
		6, // the shape of an entry, the command lines of the languages, and how a failure is tried again
		runtime.GOOS, runtime.GOARCH, j.lang.ID, j.tools.identity(), j.env,
		j.lang.CompileArgs(j.tools.Toolchain, "", j.sources.arguments(), j.flags),
	}
	for _, f := range j.sources {
		all = append(all, f.Name, []byte(f.Text)) // a text need not be UTF-8
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // there are only strings and bytes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
