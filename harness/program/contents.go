package program

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// comparedBytes bounds how many bytes of a program's files are compared, because a build can leave files of any size.
const comparedBytes = 256 << 20

// contents maps the paths of a program's files to the contents that the files had at some moment.
type contents map[string]content

// content identifies the contents of a file by its mode, its size and a digest. It is zero if the file is not regular or
// cannot be read. The mode counts, because a program that loses its right to be executed does not start any more.
type content struct {
	mode   fs.FileMode
	size   int64
	digest [sha256.Size]byte
}

// contents records some files of the contestant before another contestant's build, so that the method changed can tell
// afterwards whether the build changed one of them. The parameter folder is the folder to which the build may write, as a
// path without links.
//
// The files are those that the parameter names lists, and all files in the folders that it lists. Files outside the
// parameter folder are left out, because the build cannot change them. If names lists the contestant's own directory, or
// a folder above it, the files there are left out, too, because builds may write there. At most comparedBytes are read in
// total.
func (c *Contestant) contents(ctx context.Context, names []string, folder string) contents {
	found, left := contents{}, int64(comparedBytes)
	for _, name := range names {
		root := resolved(name)
		if within(resolved(c.Directory), root) {
			continue
		}
		if within(folder, root) {
			root = folder
		}
		if !within(root, folder) {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return ctx.Err()
			}
			if file := contentOf(path, left); file.size <= left {
				found[path] = file
				left -= file.size
			}
			return ctx.Err()
		})
	}
	return found
}

// contentOf returns the size and the digest of a file. It does not read a file that is larger than most bytes, so the
// digest of such a file is zero.
func contentOf(path string, most int64) (c content) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return c
	}
	c.mode, c.size = info.Mode(), info.Size()
	file, err := os.Open(path)
	if err != nil || c.size > most {
		return c
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.CopyN(hash, file, c.size); err == nil {
		hash.Sum(c.digest[:0])
	}
	return c
}

// changed returns the files that have changed since they were recorded, with what they contain now.
func (files contents) changed(ctx context.Context) contents {
	spoilt := contents{}
	for path, before := range files {
		if ctx.Err() == nil && contentOf(path, before.size) != before {
			spoilt[path] = contentOf(path, comparedBytes)
		}
	}
	return spoilt
}

// restored reports whether a build has made all spoilt files again. The files may differ from what they were, because not
// every compiler writes the same bytes twice. But a file that still has its spoilt contents was not made again. It was
// not a product of the build, but for example a table that the program reads.
func (files contents) restored(spoilt contents) bool {
	for path, then := range spoilt {
		now := contentOf(path, comparedBytes)
		if now.mode != files[path].mode || now.digest == then.digest && then.digest != files[path].digest {
			return false
		}
	}
	return true
}
