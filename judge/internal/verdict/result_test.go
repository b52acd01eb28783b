package verdict

import "testing"

func TestFirstError(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"g++", "error/main.cpp: In function 'int main()':\nerror/main.cpp:3:7: error: 'x' was not declared\n  3 | x\n", "error/main.cpp:3:7: error: 'x' was not declared"},
		{"rustc", "warning: unused\n\nerror[E0425]: cannot find value `x`\n --> main.rs:1:1\n", "error[E0425]: cannot find value `x`"},
		{"python", "  File \"main.py\", line 1\n    (\n    ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"ld", "ld: main.o: in function `main':\nmain.cpp:3: undefined reference to `f()'\ncollect2: error: ld returned 1\n", "main.cpp:3: undefined reference to `f()'"},
		{"go", "\nmain.go:3:1: undefined: x\nmain.go:4:1: undefined: y\n", "main.go:3:1: undefined: x"},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := FirstError(tt.in); got != tt.want {
				t.Errorf("want %q, got %q", tt.want, got)
			}
		})
	}
}
