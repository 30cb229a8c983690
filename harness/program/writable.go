package program

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// writable are the folders to which builds may write, without links. A build may leave links there, in this run or in an
// earlier one, and they may lead anywhere. So no file is shown because such a link leads to it. In the view of a program
// the link is there, and leads to what is shown anyway.
type writable []string

// writableBy returns the folders to which builds may write if these contestants take part.
func writableBy(all []*Contestant) (w writable) {
	for _, c := range all {
		if len(c.Build) > 0 {
			w = append(w, resolved(c.Directory))
		}
		for _, folder := range c.Built {
			w = append(w, resolved(folder))
		}
	}
	slices.Sort(w)
	return slices.Compact(w)
}

// leaves reports whether the way to a file leads through one of the folders and out of it.
func (w writable) leaves(path string) bool {
	return slices.ContainsFunc(w, func(folder string) bool { return enters(path, folder) && !within(resolved(path), folder) })
}

// enters reports whether the way to a file, link by link, leads through a folder.
func enters(path, folder string) bool {
	for range 40 { // the kernel follows no more links
		first, to := path, ""
		for at := path; at != filepath.Dir(at); at = filepath.Dir(at) { // the link that is found last is the first on the way
			if link, err := os.Readlink(at); err == nil {
				first, to = at, link
			}
		}
		if to == "" || within(first, folder) {
			return within(first, folder)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(first), to)
		}
		path = filepath.Join(to, strings.TrimPrefix(path, first))
	}
	return true
}

// advice says which files and folders a command needs, if a link leads to them that shows nothing.
func (w writable) advice(path string) string {
	if !w.leaves(path) {
		return ""
	}
	var needed []string
	for _, name := range slices.Sorted(slices.Values(interpreters(path))) { // folders before what lies in them
		if !slices.ContainsFunc(slices.Concat(w, needed), func(folder string) bool { return within(name, folder) }) {
			needed = append(needed, name)
		}
	}
	return fmt.Sprintf("; it is a link out of a folder to which a build may write: read = %q in the contestants file shows what it leads to", needed)
}

// within reports whether path is folder or lies in it.
func within(path, folder string) bool {
	return strings.HasPrefix(path+"/", strings.TrimSuffix(folder, "/")+"/")
}
