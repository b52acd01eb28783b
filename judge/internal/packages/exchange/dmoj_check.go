package exchange

import (
	"cmp"
	"strconv"

	"sudokuoj/judge/internal/base/say"
)

// dmojCheck is how the cases are compared.
func (w *writer) dmojCheck(v any) (judgeFile, map[string]content, error) {
	name, args := textOf(v), map[string]any{}
	if said, ok := v.(map[string]any); ok {
		name = textOf(said["name"])
		args, _ = said["args"].(map[string]any)
	}
	switch name {
	case "", "standard":
		return judgeFile{Check: "tokens"}, nil, nil
	case "rstripped", "linecount":
		if name == "linecount" {
			w.note("the checker linecount gives points for each line that is right: here all must be")
		}
		return judgeFile{Check: "lines"}, nil, nil
	case "identical":
		return judgeFile{Check: "exact"}, nil, nil
	case "floats", "floatsabs", "floatsrel":
		return floats(name, args), nil, nil
	case "sorted", "unordered":
		return w.inAnyOrder(cmp.Or(textOf(args["split_on"]), map[string]string{"sorted": "lines"}[name], "whitespace"))
	case "bridged":
		files := stringsOf(args["files"])
		if protocol := cmp.Or(textOf(args["type"]), "default"); protocol != "testlib" || len(files) == 0 || !w.there(files[0]) {
			return judgeFile{}, nil, say.Errorf("%s: %s has no place here: only one of type testlib has, whose source is in the package", "init.yml", "checker: bridged, "+protocol)
		}
		program := map[string]content{}
		return w.testlib(files[0], program), program, nil
	}
	return judgeFile{}, nil, say.Errorf("%s: %s has no place here", "init.yml", "checker: "+name)
}

// floats makes a check of numbers that may differ a little. The precision is a number of digits.
func floats(name string, args map[string]any) judgeFile {
	digits, err := strconv.Atoi(cmp.Or(textOf(args["precision"]), "6"))
	if err != nil || digits < 0 || digits > 30 {
		digits = 6
	}
	tolerance, _ := strconv.ParseFloat("1e-"+strconv.Itoa(digits), 64)
	mode := cmp.Or(textOf(args["error_mode"]), "default")
	c := judgeFile{Check: "float"}
	if name != "floatsrel" && mode != "relative" {
		c.Absolute = tolerance
	}
	if name != "floatsabs" && mode != "absolute" {
		c.Relative = tolerance
	}
	return c
}
