package function

import "strings"

// Kind is a kind of type.
type Kind int

// The kinds of types that the site has. A constructor returns None; Any represents the results of a class's calls.
const (
	None Kind = iota
	Void
	Int
	Long
	Double
	Boolean
	Char
	String
	Array // T[]; Elem is T
	List  // List<T>
	ListNode
	TreeNode
	Any
)

// String is the site's name of a simple type.
func (k Kind) String() string { return words[k] }

// Type is a type in the site's sense.
type Type struct {
	Kind Kind
	Elem *Type // of Array and List
}

// words are the site's names of simple types; in Java the elements of a List have other names.
var words = map[Kind]string{Void: "void", Int: "int", Long: "long", Double: "double", Boolean: "boolean", Char: "char",
	String: "String", ListNode: "ListNode", TreeNode: "TreeNode"}

var boxed = map[Kind]string{Int: "Integer", Long: "Long", Double: "Double", Boolean: "Boolean", Char: "Character"}

// kinds are the types by all the names that people write them by.
var kinds = map[string]Kind{
	"void": Void, "int": Int, "integer": Int, "long": Long, "double": Double, "float": Double, "boolean": Boolean, "bool": Boolean,
	"char": Char, "character": Char, "string": String, "listnode": ListNode, "treenode": TreeNode,
}

// String is the type in the site's words.
func (t Type) String() string {
	switch t.Kind {
	case Array:
		return t.Elem.String() + "[]"
	case List:
		if name := boxed[t.Elem.Kind]; name != "" {
			return "List<" + name + ">"
		}
		return "List<" + t.Elem.String() + ">"
	}
	return t.Kind.String()
}

// IsList reports whether a value of the type is a list of others.
func (t Type) IsList() bool { return t.Kind == Array || t.Kind == List }

// item is the type of the items of a list, and of the values of nodes.
func (t Type) item() Type {
	if t.Elem == nil {
		return Type{Kind: Int}
	}
	return *t.Elem
}

// Depth is how many lists are in each other.
func (t Type) Depth() int {
	if !t.IsList() {
		return 0
	}
	return 1 + t.Elem.Depth()
}

// Word is the kind as one word, "" for what a constructor returns.
func (t Type) Word() string {
	switch t.Kind {
	case Array:
		return "array"
	case List:
		return "list"
	}
	return strings.ToLower(t.Kind.String())
}

// Returned reports whether a method with this result returns something.
func (t Type) Returned() bool { return t.Kind != Void && t.Kind != None }

// innermost returns the element type of nested lists.
func (t Type) innermost() Type {
	for t.IsList() {
		t = *t.Elem
	}
	return t
}

// ID is the type as part of a name, as in get_int_a_a.
func (t Type) ID() string {
	switch t.Kind {
	case Array:
		return t.Elem.ID() + "_a"
	case List:
		return t.Elem.ID() + "_l"
	}
	return strings.ToLower(t.Kind.String())
}

// Zero is the least value of a type.
func Zero(t Type) any {
	switch t.Kind {
	case Int, Long:
		return int64(0)
	case Double:
		return 0.0
	case Boolean:
		return false
	case Char:
		return byte('a')
	case String:
		return ""
	case Void, None, Any:
		return nil
	}
	return []any{}
}
