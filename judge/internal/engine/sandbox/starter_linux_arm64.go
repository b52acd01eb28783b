package sandbox

// threadStorage is the address around which the calling thread's own storage lies.
func threadStorage() (at uintptr)
