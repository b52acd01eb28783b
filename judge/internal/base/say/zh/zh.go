// Package zh is the Chinese of all messages. The programs import it, and tests that read Chinese. It is no part of
// package say, so that a new translation changes no room: only these are linked and tested again.
package zh

import (
	"embed"
	"fmt"
	"strings"

	"sudokuoj/judge/internal/base/say"
)

func init() { say.Translate(Catalogue) }

//go:embed *.txt
var files embed.FS

// Catalogue maps English formats to their Chinese. In its files an entry is two lines, the English format and the
// Chinese one; an empty line or one that begins with # is between them. Where Chinese wants the arguments in
// another order it numbers them, as in %[2]s.
func Catalogue() map[string]string {
	all := map[string]string{}
	listed, err := files.ReadDir(".")
	if err != nil {
		panic(err) // it is part of this package
	}
	for _, f := range listed {
		text, err := files.ReadFile(f.Name())
		if err == nil {
			err = parse(string(text), all)
		}
		if err != nil {
			panic(fmt.Sprintf("zh/%s: %v", f.Name(), err))
		}
	}
	return all
}

// parse adds the entries of a file. Rooms may share a message, but only with the same translation.
func parse(text string, all map[string]string) error {
	english := ""
	for i, line := range strings.Split(text, "\n") {
		line = strings.ReplaceAll(line, `\n`, "\n")
		known, there := all[english]
		switch {
		case english != "" && line == "":
			return fmt.Errorf("line %d: no Chinese for %q", i+1, english)
		case line == "" || english == "" && strings.HasPrefix(line, "#"):
		case english == "":
			english = line
		case there && known != line:
			return fmt.Errorf("line %d: %q has another Chinese, too: %q", i+1, english, known)
		default:
			all[english], english = line, ""
		}
	}
	return nil
}
