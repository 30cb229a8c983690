package results

import (
	"fmt"
	"os"
)

// mostRead is how many bytes a file of a run may have: 1 GiB, some 5 million samples.
const mostRead = 1 << 30

// readRegular reads a file of a run's folder, which may come from another machine. Nothing else than a regular file
// belongs there: a pipe would be waited for without end, and a device has no end.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: it is no regular file, as those of a run are", path)
	case info.Size() > mostRead:
		return nil, fmt.Errorf("%s: it has %d bytes, and a file of a run at most %d", path, info.Size(), mostRead)
	}
	return os.ReadFile(path)
}
