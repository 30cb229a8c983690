package program

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// identity identifies what a file or a link contained, by its mode, its size and a digest. Of a folder it has the mode
// alone. It is zero if there is something else, or nothing. The mode counts, because a program that loses its right to be executed does not start any
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
// folders that it lists, these folders, because a build can take away their permissions, and all links that lead to them,
// because a build can make a link lead to another file.
//
// Files outside of r.folder are left out, because the build cannot change them. If names lists the contestant's own
// directory, or a folder above it, the files there are left out, too, because builds may write there.
func (r *recorder) record(ctx context.Context, c *Contestant, names []string) contents {
	r.found = contents{}
	for _, name := range names {
		root := r.follow(name)
		if within(resolved(c.Directory), root) {
			continue
		}
		if within(r.folder, root) {
			root = r.folder
		}
		if !within(root, r.folder) {
			continue
		}
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err == nil {
				r.add(r.follow(path))
			}
			return ctx.Err()
		})
	}
	return r.found
}

// mostLinks is how many links the kernel follows in one path. A build could otherwise make 40 links, each of them
// leading twice through the one before, so that following them all would not end.
const mostLinks = 40

// follow returns a path without links, and records the links on the way. It goes from component to component, as the
// kernel does, because ".." behind a link leads out of the folder to which the link leads.
func (r *recorder) follow(path string) string {
	at, rest, links := "/", strings.Split(path, "/"), 0
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		next := filepath.Join(at, name) // also for "", "." and ".."
		to, err := os.Readlink(next)
		if err != nil || name == ".." {
			at = next
			continue
		}
		if r.add(next); links == mostLinks {
			return next
		}
		links++
		if filepath.IsAbs(to) {
			at = "/"
		}
		rest = append(strings.Split(to, "/"), rest...)
	}
	return at
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
	case c.mode.IsDir():
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
	case info.IsDir():
		c.mode = info.Mode()
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
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// changed lists the files that have changed since they were recorded.
func (files contents) changed(ctx context.Context) (paths []string) {
	for path, before := range files {
		if ctx.Err() == nil && identityOf(path, before.size) != before.identity {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// restore writes files as they were recorded. The paths must be sorted, so that folders come before what they contain. It refuses to write through a link, because a build may have put it in the
// place of a folder, and it may lead anywhere.
func (files contents) restore(paths []string) error {
	for _, path := range paths {
		before, folder := files[path], filepath.Dir(path)
		there := folder
		for _, err := os.Lstat(there); err != nil; _, err = os.Lstat(there) {
			there = filepath.Dir(there)
		}
		if resolved(there) != there || before.kept == "" && !before.mode.IsDir() {
			return fmt.Errorf("%s cannot be restored", path)
		}
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if before.mode.IsDir() {
			if info, err := os.Lstat(path); err == nil && !info.IsDir() {
				return fmt.Errorf("%s cannot be restored", path)
			}
			if err := errors.Join(os.MkdirAll(path, 0o777), os.Chmod(path, before.mode)); err != nil {
				return err
			}
			continue
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
