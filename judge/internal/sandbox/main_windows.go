package sandbox

// Main must be the first call of main and of every TestMain of a package that opens a Sandbox. On this
// system there is no helper process.
func Main() {}
