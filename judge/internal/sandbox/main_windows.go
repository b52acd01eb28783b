package sandbox

// Main is for the other systems, which have helper processes.
func Main() {}
