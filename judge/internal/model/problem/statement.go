package problem

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokuoj/judge/internal/base/match"
)

// Statement is a problem's statement in one language.
type Statement struct {
	Text     []byte // nothing where there is none
	Language string // "en"; "" where the file's name does not say
	TeX      bool   // LaTeX; else Markdown
}

var (
	statementFile = match.Lazy(`^problem(?:\.([a-z]{2,3})(?:-[A-Za-z]+)?)?\.(md|tex)$`)
	pictureFile   = match.Lazy(`^[A-Za-z0-9_-][A-Za-z0-9_. -]*\.(png|jpg|jpeg|gif|webp)$`)
)

// Statement reads the statement in the language, or in English, or in any there is; of the same in Markdown
// and in LaTeX, the Markdown.
func (p Problem) Statement(lang string) (Statement, error) {
	entries, err := os.ReadDir(filepath.Join(p.Dir, "statement"))
	if os.IsNotExist(err) {
		return Statement{}, nil
	} else if err != nil {
		return Statement{}, err
	}
	best, least := Statement{}, -1
	name := ""
	for _, e := range entries {
		m := statementFile().FindStringSubmatch(e.Name())
		if m == nil {
			continue
		}
		rank := 2 * slices.Index([]string{lang, "en", "", m[1]}, m[1]) // the lower the better
		if m[2] == "tex" {
			rank++
		}
		if least < 0 || rank < least {
			best, least, name = Statement{Language: m[1], TeX: m[2] == "tex"}, rank, e.Name()
		}
	}
	if name != "" {
		best.Text, err = os.ReadFile(filepath.Join(p.Dir, "statement", name))
	}
	return best, err
}

// Picture returns the path of a picture beside the statement, "" if there is none of that name.
func (p Problem) Picture(name string) string {
	if !IsPicture(name) {
		return ""
	}
	path := filepath.Join(p.Dir, "statement", name)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return path
}

// MaxPicture is the size of the largest picture that is shown in a statement.
const MaxPicture = 1 << 20

// IsPicture reports whether a file beside a statement may be shown in it.
func IsPicture(name string) bool { return pictureFile().MatchString(strings.ToLower(name)) }
