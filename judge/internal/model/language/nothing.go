package language

// nothing are programs that start and end, by language, with what every program of a site brings in.
var nothing = map[string]string{
	"go":         "package main\n\nfunc main() {}\n",
	"c":          "#include <stdio.h>\n\nint main(void) { return 0; }\n",
	"cpp":        "#include <iostream>\n\nint main() {}\n",
	"java":       "public class Main {\n    public static void main(String[] args) {}\n}\n",
	"python":     "pass\n",
	"rust":       "fn main() {}\n",
	"javascript": ";\n",
}

// Nothing returns a program that does nothing: its time is the language's start-up.
func (l Language) Nothing() string { return nothing[l.ID] }
