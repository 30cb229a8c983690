package judge

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseSize reads a size in bytes, such as 65536K or 256M. K, M and G are powers of 1024, and may be followed by i
// and B.
func ParseSize(text string) (int64, error) {
	bare, shift := strings.TrimSuffix(strings.TrimSuffix(text, "B"), "i"), 0
	for i, unit := range []string{"K", "M", "G"} {
		if number, found := strings.CutSuffix(bare, unit); found {
			bare, shift = number, 10*(i+1)
			break
		}
	}
	n, err := strconv.ParseInt(bare, 10, 32)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a size such as 65536K or 256M", text)
	}
	return n << shift, nil
}
