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

// A build can leave files of any size, and any number of them. So comparedBytes bounds how many bytes of a program's
// files are compared. Each file counts as fileBytes more than it has, so at most 65,536 files are compared.
const (
	comparedBytes = 256 << 20
	fileBytes     = 4 << 10
)

// contents maps the paths of files, folders and links to what they contained at some moment. The last component of a
// path may be a link, but the folders before it are not.
type contents map[string]content

// content says what a file or a link contained, and where this is kept, so that restore can write it again.
type content struct {
	identity
	kept string // for a file, the path of its copy; for a link, what it leads to
}

// identity tells whether a file or a link has changed. It consists of the mode, the size, and a digest of the content.
// The mode is included because a build could take away a program's permission to be executed, and the program would not
// start any more. For a folder, only the mode is set. The identity is zero if nothing exists at the path, or if it is
// something else, such as a pipe.
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

// record stores what the files of a contestant contain, before the build of another contestant runs. After that build,
// the method changed compares the files with the stored contents. For example, if the build of b overwrites a source
// file of a, changed finds the file.
//
// record stores these files:
//   - The files and folders with the given names, and everything in these folders. The folders themselves are stored,
//     too, because a build could take away the permission to read them.
//   - All links on the way to any of these files, because a build could redirect a link to another file.
//
// Two kinds of files are left out:
//   - files outside of r.folder, because the build cannot change them;
//   - the contestant's own directory and the folders above it, even if they are among the given names, because builds
//     may write there.
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
		r.walk(ctx, c, root, map[string]bool{})
	}
	return r.found
}

// walk records everything in a folder, and in the folders to which links in it lead. The map walked holds the folders
// that walk has begun to record. No folder is walked twice: links may form a circle, and 150 links to 150 nested folders
// with 2,000 files kept the judge busy for more than two minutes.
func (r *recorder) walk(ctx context.Context, c *Contestant, root string, walked map[string]bool) {
	if walked[root] || within(resolved(c.Directory), root) {
		return
	}
	walked[root] = true
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil:
			return ctx.Err()
		case r.left <= 0:
			return fs.SkipAll
		case e.IsDir() && path != root && walked[path]:
			return fs.SkipDir
		case e.Type()&fs.ModeSymlink != 0:
			target := r.follow(path)
			if r.add(target); within(target, r.folder) {
				r.walk(ctx, c, target, walked)
			}
			return ctx.Err()
		case e.IsDir():
			walked[path] = true
		}
		r.add(path)
		return nil
	})
}

// mostLinks is how many links a path may lead through. The kernel has the same bound. Without a bound, a build could make
// links k1, k2, ... k40 so that k2 leads to k1/k1, k3 to k2/k2, and so on. It would take 2^40 steps to follow k40.
const mostLinks = 40

// follow replaces the links in a path: it returns a path to the same file that does not contain any link, and records
// the links on the way. It goes from component to component, as the kernel does, because ".." after a link means the
// folder above the place to which the link leads.
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

// add records a file or a link, if the build can change it. It also records the folders in which the file is, because a
// build could put a link in the place of a folder, or take away the permission to read it.
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
	r.left -= c.size + fileBytes
	r.found[path] = c
	r.add(filepath.Dir(path))
}

// identityOf returns the identity of a file or a link. If the file is larger than the given limit, identityOf does not
// read it, and its digest is zero.
func identityOf(path string, limit int64) (c identity) {
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
		if err != nil || c.size > limit {
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

// restore gives files back the contents and permissions that they had when they were recorded. The paths must be
// sorted, so that each folder comes before the files in it. If a folder on the way to a file has become a link, restore
// returns an error, and does not write through this link. A build may have made the link, and it may lead anywhere.
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
		// The build may have found the copy, too, if TMPDIR is in its folder.
		if identityOf(before.kept, before.size).digest != before.digest {
			return fmt.Errorf("%s cannot be restored", path)
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
