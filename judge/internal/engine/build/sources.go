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

// sources are the files of a program, each with the name that its copy gets: what a compiler sees, and
// what counts for the cache, does not depend on where the user keeps them.
type sources []sourceFile

type sourceFile struct {
	path   string // as the user knows it; "" if he does not
	name   string // of the copy
	text   []byte
	header bool // not to be named on the command line
}

// sourcesOf are the files that are compiled.
func sourcesOf(lang language.Language, src Source) (sources, error) {
	if len(src.Made) == 0 {
		return copies(lang, src.Files)
	}
	var s sources
	for _, m := range src.Made {
		s = append(s, sourceFile{path: m.Path, name: m.Name, text: []byte(m.Text), header: m.Header})
	}
	return s, nil
}

// Named returns the files of a source as the compiler sees them, for callers that add to them.
func Named(src Source) ([]Made, error) {
	lang, ok := language.ByID(src.Language)
	if !ok {
		return nil, say.Errorf("build: no language %q", src.Language)
	}
	all, err := sourcesOf(lang, src)
	if err != nil {
		return nil, err
	}
	var made []Made
	for _, f := range all {
		made = append(made, Made{Name: f.name, Text: string(f.text), Path: f.path, Header: f.header})
	}
	return made, nil
}

// copies names the files' copies.
func copies(lang language.Language, files []language.File) (sources, error) {
	if len(files) == 0 {
		return nil, say.Errorf("build: no source files")
	}
	s := make(sources, len(files))
	taken := map[string]bool{}
	for i, file := range files {
		s[i] = sourceFile{path: file.Path, text: []byte(file.Text), header: lang.Goes(file.Path)}
		s[i].name = s[i].copyName(lang, i)
		for taken[strings.ToLower(s[i].name)] {
			s[i].name = fmt.Sprintf("f%d%s", i, filepath.Ext(s[i].name))
		}
		taken[strings.ToLower(s[i].name)] = true
	}
	return s, nil
}

// importPath matches the import paths of the standard library.
var importPath = match.Lazy(`^[a-z][a-z0-9]*(?:/[a-z0-9]+)*$`)

// plainName is a file name that no compiler stumbles over.
var plainName = match.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.+-]*$`)

// copyName is the file's own name, since other files may include or import it by that, unless the
// language wants another or the name is not plain: blanks, quotes and dashes in front mean something
// to one compiler or another.
func (f sourceFile) copyName(lang language.Language, i int) string {
	base, wanted := filepath.Base(f.path), lang.CopyName(f.text, i == 0)
	switch {
	case wanted != "":
		return wanted
	case f.header || plainName().MatchString(base) && !strings.HasSuffix(base, "_test.go"):
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
		if err := tempfile.WriteFile(root, f.name, f.text); err != nil {
			return err
		}
	}
	return nil
}

// arguments returns the names of the copies as arguments for a compiler that runs in their folder.
func (s sources) arguments() []string {
	var args []string
	for _, f := range s {
		if !f.header {
			args = append(args, "."+string(filepath.Separator)+f.name) // so that no name is taken for a flag
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
		if f.path != "" { // else the user has no such file
			paths[f.name] = f.path
			names = append(names, regexp.QuoteMeta(f.name))
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
		5, // the shape of an entry, the command lines of the languages, and how a failure is tried again
		runtime.GOOS, runtime.GOARCH, j.lang.ID, j.tools.identity(), j.env,
		j.lang.CompileArgs(j.tools.Toolchain, "", j.sources.arguments(), j.flags),
	}
	for _, f := range j.sources {
		all = append(all, f.name, f.text)
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // there are only strings and bytes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
