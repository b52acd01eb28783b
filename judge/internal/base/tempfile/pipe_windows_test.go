package tempfile

import "errors"

func pipe(string) error { return errors.New("no named pipes in folders here") }
