package result

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

// TestParseShard: whoever merges the parts looks for each, so there are not endlessly many.
func TestParseShard(t *testing.T) {
	for text, want := range map[string]bool{"2/3": true, "1/1": true, "10000/10000": true, "0/3": false, "4/3": false, "1/10001": false, "1/2000000000": false, "1/2/3": false, "": false} {
		if s, ok := ParseShard(text); ok != want || ok && s.String() != text {
			t.Errorf("%q: %v, %t", text, s, ok)
		}
	}
}
