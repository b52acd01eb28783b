package result

// Class is who was graded together, on which problems.
type Class struct {
	Students []Student
	Problems []string
}

// Student is one of a class.
type Student struct {
	ID    string // of the list, or of what they handed in
	Name  string
	Label string // no two of a class have the same: what their results have as Solution
}
