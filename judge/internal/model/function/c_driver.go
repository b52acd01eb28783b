package function

import (
	"fmt"
	"strings"
)

// cHelpers read and write values of one type. Those that write say 0, or the tag of what is no result.
func cHelpers(t Type) string {
	pairs := []string{"TYPE", cType(t), "ID", t.id()}
	switch t.Kind {
	case Long, Double, Boolean, Char:
		return fill(cPlain, pairs...)
	case String:
		return cString
	}
	if !t.IsList() {
		return ""
	}
	pairs = append(pairs, "ELEM", cType(*t.Elem), "EID", t.Elem.id())
	switch t.Elem.Kind {
	case Array, List:
		return fill(cRows, pairs...)
	case Int, Long, Double, Boolean, Char:
		return fill(cNumbers, pairs...)
	}
	return fill(cList, pairs...)
}

const cPlain = `static inline TYPE judge_get_ID(void) { TYPE v; judge_raw(&v, sizeof v); return v; }
static inline int judge_put_ID(TYPE v) { judge_add(&v, sizeof v); return 0; }
`

const cString = `static inline char *judge_get_string(void) {
	int n = judge_get_int();
	char *v = judge_alloc((size_t)n + 1);
	judge_raw(v, n);
	v[n] = 0;
	return v;
}
static inline int judge_put_string(const char *v) {
	int n = v ? (int)strlen(v) : -1;
	judge_put_int(n);
	if (v) judge_add(v, n);
	return 0;
}
`

const cRows = `static inline TYPE judge_get_ID(int *size, int **cols) {
	*size = judge_get_int();
	TYPE v = judge_alloc(*size * sizeof *v);
	*cols = judge_alloc(*size * sizeof **cols);
	for (int i = 0; i < *size; i++) v[i] = judge_get_EID(*cols + i);
	return v;
}
static inline int judge_put_ID(TYPE v, int size, int *cols) {
	judge_put_int(size);
	for (int i = 0; i < size; i++) {
		int tag = judge_put_EID(v[i], cols[i]);
		if (tag) return tag;
	}
	return 0;
}
`

// cNumbers are read and written at once.
const cNumbers = `static inline TYPE judge_get_ID(int *size) {
	*size = judge_get_int();
	TYPE v = judge_alloc(*size * sizeof *v);
	judge_raw(v, *size * sizeof *v);
	return v;
}
static inline int judge_put_ID(TYPE v, int size) {
	judge_put_int(size);
	judge_add(v, size * sizeof *v);
	return 0;
}
`

const cList = `static inline TYPE judge_get_ID(int *size) {
	*size = judge_get_int();
	TYPE v = judge_alloc(*size * sizeof *v);
	for (int i = 0; i < *size; i++) v[i] = judge_get_EID();
	return v;
}
static inline int judge_put_ID(TYPE v, int size) {
	judge_put_int(size);
	for (int i = 0; i < size; i++) {
		int tag = judge_put_EID(v[i]);
		if (tag) return tag;
	}
	return 0;
}
`

// cArgs reads arguments into a0, a0Size, a0ColSize, a1, ...
func cArgs(params []Param) (text string) {
	for i, p := range params {
		switch p.Type.Depth() {
		case 0:
			text += fmt.Sprintf("\t%s a%d = judge_get_%s();\n", cType(p.Type), i, p.Type.id())
		case 1:
			text += fmt.Sprintf("\tint a%dSize;\n\t%s a%d = judge_get_%s(&a%dSize);\n", i, cType(p.Type), i, p.Type.id(), i)
		default:
			text += fmt.Sprintf("\tint a%dSize, *a%dColSize;\n\t%s a%d = judge_get_%s(&a%dSize, &a%dColSize);\n", i, i, cType(p.Type), i, p.Type.id(), i, i)
		}
	}
	return text
}

// cNames are the arguments of a call; result says where the sizes of what is returned go.
func cNames(m Method) string {
	var all []string
	for i, p := range m.Params {
		all = append(all, fmt.Sprintf("a%d", i))
		if p.Type.Depth() > 0 {
			all = append(all, fmt.Sprintf("a%dSize", i))
		}
		if p.Type.Depth() > 1 {
			all = append(all, fmt.Sprintf("a%dColSize", i))
		}
	}
	if m.Result.Depth() > 0 {
		all = append(all, "&rSize")
	}
	if m.Result.Depth() > 1 {
		all = append(all, "&rColSize")
	}
	return strings.Join(all, ", ")
}

// cResult writes the value of a variable as a result.
func cResult(t Type, name string) string {
	switch t.Kind {
	case Int:
		return "\tjudge_tag('R');\n\tjudge_put_int(" + name + ");\n"
	case Void, None:
		return "\tjudge_tag('R');\n"
	}
	args := name
	check := ""
	if t.Depth() > 0 {
		args += ", " + name + "Size"
		check = "\tif (" + name + "Size < 0 || (" + name + "Size > 0 && !" + name + ")) judge_wrong(\"NULL, or *returnSize below 0,\"); else\n"
	}
	if t.Depth() > 1 {
		args += ", " + name + "ColSize"
		check = "\tif (" + name + "Size < 0 || (" + name + "Size > 0 && (!" + name + " || !" + name + "ColSize))) judge_wrong(\"NULL, or no *returnColumnSizes,\"); else\n"
	}
	return check + fill(`	{
		size_t head = judge_size;
		judge_tag('R');
		int tag = judge_put_ID(ARGS);
		if (tag) {
			judge_size = head;
			judge_tag((char)tag);
		}
	}
`, "ID", t.id(), "ARGS", args)
}

// cCall calls and keeps what is returned in r.
func cCall(m Method, call string) string {
	switch m.Result.Depth() {
	case 0:
		if m.Result.Kind == Void {
			return "\t" + call + ";\n"
		}
		return "\t" + cType(m.Result) + " r = " + call + ";\n"
	case 1:
		return "\tint rSize = 0;\n\t" + cType(m.Result) + " r = " + call + ";\n"
	}
	return "\tint rSize = 0, *rColSize = NULL;\n\t" + cType(m.Result) + " r = " + call + ";\n"
}

func cCalls(s Signature) string {
	if s.IsDesign() {
		return cDesign(s)
	}
	m := s.Method
	call := m.Name + "(" + cNames(m) + ")"
	if s.Inner != nil {
		rest := ""
		if s.Result.Depth() > 0 {
			rest = ", &rSize"
		}
		call = m.Name + "(" + s.Inner.Name + "(" + cNames(*s.Inner) + ")" + rest + ")"
	}
	text := cArgs(s.Args()) + "\tjudge_lap(&judge_in_time);\n" + cCall(m, call) + "\tjudge_lap(&judge_call_time);\n"
	if s.Place >= 0 {
		return text + cResult(s.Answer(), fmt.Sprintf("a%d", s.Place))
	}
	return text + cResult(m.Result, "r")
}

func cDesign(s Signature) string {
	text := "\t" + s.Class + " *object = NULL;\n\tfor (int n = judge_get_int(); n > 0; n--) switch (*judge_at++) {\n"
	for i, m := range s.Methods {
		args := cNames(m)
		call := cName(s, m) + "(object"
		if args != "" {
			call += ", " + args
		}
		call += ")"
		if i == 0 {
			call = "object = " + cName(s, m) + "(" + args + ")"
			m.Result.Kind = Void
		}
		body := cArgs(m.Params) + "\tjudge_lap(&judge_in_time);\n" + cCall(m, call) + "\tjudge_lap(&judge_call_time);\n" +
			cResult(m.Result, "r") + "\tjudge_lap(&judge_out_time);\n\tbreak;\n"
		text += fmt.Sprintf("\tcase %d: {\n%s\n\t}\n", i, indent(body, "\t"))
	}
	return text + "\t}\n\t" + small(s.Class) + "Free(object);\n"
}
