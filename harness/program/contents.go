package program

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// comparedBytes bounds how many bytes of a program's files are compared, because a build can leave files of any size.
const comparedBytes = 256 << 20

// contents maps the paths of files and links to what they contained at some moment. There are no links in the folders of
// a path.
type contents map[string]content

// content says what a file or a link contained, and where this is kept, so that restore can write it again.
type content struct {
	identity
	kept string // of a file, the path of its copy; of a link, what it leads to
}

// identity identifies what a file or a link contained, by its mode, its size and a digest. It is zero if there is neither
// a regular file nor a link. The mode counts, because a program that loses its right to be executed does not start any
// more.
type identity struct {
	mode   fs.FileMode
	size   int64
	digest [sha256.Size]byte
}

// recorder records what files contain before a build.
type recorder struct {
	folder string // only files in this folder, to which the build may write, are recorded; a path without links
	copies string // a folder for copies of the files
	left   int64  // how many bytes may still be read
	found  contents
}

// record records some files of the contestant before another contestant's build, so that the method changed can tell
// afterwards whether the build changed one of them. These are the files that the parameter names lists, all files in the
// folders that it lists, and all links that lead to them, because a build can make a link lead to another file.
//
// Files outside of r.folder are left out, because the build cannot change them. If names lists the contestant's own
// directory, or a folder above it, the files there are left out, too, because builds may write there.
func (r *recorder) record(ctx context.Context, c *Contestant, names []string) contents {
	r.found = contents{}
	for _, name := range names {
		root := r.follow(name, 0)
		if within(resolved(c.Directory), root) {
			continue
		}
		if within(r.folder, root) {
			root = r.folder
		}
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				r.add(r.follow(path, 0))
			}
			return ctx.Err()
		})
	}
	return r.found
}

// follow returns a path without links, and records the links on the way.
func (r *recorder) follow(path string, links int) string {
	if path == filepath.Dir(path) || links > 40 { // the kernel does not follow more links
		return path
	}
	folder := r.follow(filepath.Dir(path), links)
	path = filepath.Join(folder, filepath.Base(path))
	to, err := os.Readlink(path)
	if err != nil {
		return path
	}
	r.add(path)
	if !filepath.IsAbs(to) {
		to = filepath.Join(folder, to)
	}
	return r.follow(to, links+1)
}

// add records a file or a link, if the build can change it.
func (r *recorder) add(path string) {
	if _, known := r.found[path]; known || !within(path, r.folder) {
		return
	}
	c := content{identity: identityOf(path, r.left)}
	switch {
	case c.mode == 0 || c.size > r.left:
		return
	case c.mode&fs.ModeSymlink != 0:
		c.kept, _ = os.Readlink(path)
	default: // files with equal contents share a copy
		c.kept = filepath.Join(r.copies, fmt.Sprintf("%x", c.digest))
		if _, err := os.Stat(c.kept); err != nil && copyFile(c.kept, path, 0o600) != nil {
			c.kept = ""
		}
	}
	r.left -= c.size
	r.found[path] = c
}

// identityOf returns the identity of a file or a link. It does not read a file that is larger than most bytes, so the
// digest of such a file is zero.
func identityOf(path string, most int64) (c identity) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
	case info.Mode()&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return identity{fs.ModeSymlink, int64(len(to)), sha256.Sum256([]byte(to))}
	case info.Mode().IsRegular():
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
	}
	return c
}

// copyFile copies a file.
func copyFile(to, from string, mode fs.FileMode) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, mode)
}

// changed lists the files that have changed since they were recorded.
func (files contents) changed(ctx context.Context) (paths []string) {
	for path, before := range files {
		if ctx.Err() == nil && identityOf(path, before.size) != before.identity {
			paths = append(paths, path)
		}
	}
	return paths
}

// restore writes files as they were recorded. It refuses to write through a link, because a build may have put it in the
// place of a folder, and it may lead anywhere.
func (files contents) restore(paths []string) error {
	for _, path := range paths {
		before, folder := files[path], filepath.Dir(path)
		there := folder
		for _, err := os.Lstat(there); err != nil; _, err = os.Lstat(there) {
			there = filepath.Dir(there)
		}
		if resolved(there) != there || before.kept == "" {
			return fmt.Errorf("%s cannot be restored", path)
		}
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		if before.mode&fs.ModeSymlink != 0 {
			if err := os.Symlink(before.kept, path); err != nil {
				return err
			}
			continue
		}
		if err := copyFile(path, before.kept, 0o600); err != nil {
			return err
		}
		if err := os.Chmod(path, before.mode); err != nil {
			return err
		}
	}
	return nil
}
