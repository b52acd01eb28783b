package lang

import (
	"io/fs"
	"strconv"
	"strings"
)

// Debug is how a program is made ready for a debugger. The language's debug.txt, if there is one, starts the program on an
// input; it is a file of the program if that is compiled.
type Debug struct {
	Flags   []string // for the compiler
	Line    string   // what says that the next line is the first of the file %s
	Start   string   // the name of the file that debug.txt becomes
	Command string   // starts the debugger; DIR is the folder of what was made ready, OWN that of the user's file
}

// Starter is the text of the file that starts a program, with these values for <<WORD>>.
func (l Language) Starter(values map[string]string) (string, error) {
	text, err := fs.ReadFile(l.Texts, "debug.txt")
	var pairs []string
	for word, value := range values {
		pairs = append(pairs, "<<"+word+">>", strconv.Quote(value))
	}
	return strings.NewReplacer(pairs...).Replace(string(text)), err
}
