package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// systemFolders are the folders that every program may read: interpreters, libraries and
// their settings. They hold no data of users.
var systemFolders = []string{
	"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/etc", "/opt", "/nix", "/gnu", "/snap",
	"/run/current-system", "/sys/devices/system/cpu",
}

// secretFiles are files of the system that only root may read. They are hidden even from a
// program that runs as root.
var secretFiles = []string{
	"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d", "/etc/ssh",
	"/etc/ssl/private",
}

// devices are the only ones that a program has.
var devices = []string{"null", "zero", "full", "random", "urandom"}

// newRoot is where the program's view is built before it becomes the root. It
// is a folder that always exists and whose own contents the view replaces.
const newRoot = "/proc"

// emptyFile is an empty file. While the view is built, it is mounted over hidden files.
const emptyFile = newRoot + "/empty"

// confineFiles replaces the root by a view that shows the program the system's
// folders and what the request names, read-only, its own directory, and its own
// processes.
func (l *launcher) confineFiles() error {
	hide := l.links(l.Hide) // while everything can be seen
	v := &view{}
	v.mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	v.mount("tmpfs", newRoot, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755")
	v.folder(newRoot + "/proc") // of the new process namespace
	v.mount("proc", newRoot+"/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	v.folder(newRoot + l.Dir)
	v.folder(newRoot + l.Fresh)
	v.file(emptyFile)
	var done []mountPoint
	for _, p := range l.mountPoints(hide) {
		if p.hidden {
			v.hide(newRoot + p.path)
		} else if !covered(p.path, done) {
			v.show(p.path)
		} else {
			continue
		}
		done = append(done, p)
	}
	v.try(func() error { return os.Remove(emptyFile) })
	v.devices()
	v.try(func() error {
		// Kernels before 5.12 cannot do this.
		readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_NOSUID}
		if err := unix.MountSetattr(unix.AT_FDCWD, newRoot, unix.AT_RECURSIVE, &readOnly); err != nil {
			l.unsupported("the file system cannot be made read-only (%v)", err)
		}
		return nil
	})
	l.mountWritable(v)
	for _, name := range devices {
		v.mount("/dev/"+name, newRoot+"/dev/"+name, "", unix.MS_BIND, "")
	}
	// The view becomes the root, and the old root is forgotten.
	v.try(func() error { return os.Chdir(newRoot) })
	v.try(func() error { return unix.PivotRoot(".", ".") })
	v.try(func() error { return unix.Unmount(".", unix.MNT_DETACH) })
	v.try(func() error { return os.Chdir("/") })
	if v.err != nil {
		return fmt.Errorf("the program's view of the files: %w", v.err)
	}
	return nil
}

// view builds what the program sees. After the first error it does nothing.
type view struct{ err error }

func (v *view) try(step func() error) {
	if v.err == nil {
		v.err = step()
	}
}

func (v *view) mount(source, target, kind string, flags uintptr, options string) {
	v.try(func() error {
		if err := unix.Mount(source, target, kind, flags, options); err != nil {
			return fmt.Errorf("mount %s on %s: %w", source, target, err)
		}
		return nil
	})
}

// folder makes an empty folder, if there is nothing.
func (v *view) folder(path string) {
	if _, err := os.Lstat(path); err != nil {
		v.try(func() error { return os.MkdirAll(path, 0o755) })
	}
}

// file makes an empty file, if there is nothing.
func (v *view) file(path string) {
	if _, err := os.Lstat(path); err != nil {
		v.folder(filepath.Dir(path))
		v.try(func() error { return os.WriteFile(path, nil, 0o444) })
	}
}

// show puts a file or folder, if there is one, into the view.
func (v *view) show(path string) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || path == "/" {
		return
	}
	if err != nil {
		v.try(func() error { return err })
		return
	}
	target := newRoot + path
	if to, err := os.Readlink(path); err == nil && slices.Contains(systemFolders, path) {
		v.try(func() error { return os.Symlink(to, target) }) // /bin is in /usr, mostly
		return
	}
	if resolved, err := os.Stat(path); err == nil {
		info = resolved
	}
	if info.IsDir() {
		v.folder(target)
	} else {
		v.file(target)
	}
	v.mount(path, target, "", unix.MS_BIND|unix.MS_REC, "")
}

// hide makes a file or folder of the view empty.
func (v *view) hide(target string) {
	switch info, err := os.Stat(target); {
	case err != nil: // it is not in the view
	case info.IsDir():
		v.mount("tmpfs", target, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755")
	default:
		v.mount(emptyFile, target, "", unix.MS_BIND, "")
	}
}

// devices makes the mount points of the devices and the usual links.
func (v *view) devices() {
	dev := newRoot + "/dev"
	for _, name := range devices {
		v.file(dev + "/" + name)
	}
	for name, to := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		v.try(func() error { return os.Symlink(to, dev+"/"+name) })
	}
}

// mountWritable mounts the directories that the program may write to. Where the
// size of files is limited, the fresh one is kept in memory, limited as a whole.
func (l *launcher) mountWritable(v *view) {
	if l.Limits.FileSize > 0 {
		options := fmt.Sprintf("size=%d,nr_inodes=10000,mode=700", l.Limits.FileSize)
		v.mount("tmpfs", newRoot+l.Fresh, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options)
	} else {
		v.mount(l.Fresh, newRoot+l.Fresh, "", unix.MS_BIND, "")
	}
	if l.Dir == l.Fresh {
		return
	}
	v.mount(newRoot+l.Dir, newRoot+l.Dir, "", unix.MS_BIND|unix.MS_REC, "")
	v.try(func() error {
		writable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
		if err := unix.MountSetattr(unix.AT_FDCWD, newRoot+l.Dir, 0, &writable); err != nil && err != unix.ENOSYS {
			return fmt.Errorf("make the working directory writable: %w", err)
		}
		return nil
	})
}

// mountPoint is a path of the view and what is there.
type mountPoint struct {
	path   string
	hidden bool
}

// mountPoints lists what is mounted, each below what was mounted before. What is
// hidden wins over what is shown under the same name, but for the program.
func (l *launcher) mountPoints(hide []string) []mountPoint {
	var all []mountPoint
	for _, path := range systemFolders {
		all = append(all, mountPoint{path, false})
	}
	own := append(slices.Clone(l.Read), l.Path)
	if l.Dir != l.Fresh {
		own = append(own, l.Dir)
	}
	for _, path := range own {
		all = append(all, mountPoint{filepath.Clean(path), false})
		if target, err := filepath.EvalSymlinks(path); err == nil {
			all = append(all, mountPoint{target, false})
		}
	}
	for _, path := range slices.Concat(secretFiles, hide) {
		if path = filepath.Clean(path); path != l.Path {
			all = append(all, mountPoint{path, true})
		}
	}
	slices.SortStableFunc(all, func(x, y mountPoint) int {
		return cmp.Or(cmp.Compare(len(x.path), len(y.path)), cmp.Compare(x.path, y.path))
	})
	return slices.Compact(all)
}

// covered reports whether a mount point in done already decides what is at a path: one at the
// path itself, or the nearest one above it, unless that one is hidden.
func covered(path string, done []mountPoint) bool {
	for _, p := range slices.Backward(done) {
		if p.path == path {
			return true
		}
		if strings.HasPrefix(path, p.path+"/") {
			return !p.hidden
		}
	}
	return false
}

// links returns files together with their hard links among the files that the program may
// read, because a hard link shows the same contents.
func (l *launcher) links(files []string) []string {
	all := slices.Clone(files)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || info.IsDir() || info.Sys().(*syscall.Stat_t).Nlink < 2 {
			continue
		}
		for _, folder := range l.Read {
			filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() {
					return nil
				}
				if other, err := d.Info(); err == nil && os.SameFile(info, other) {
					all = append(all, name)
				}
				return nil
			})
		}
	}
	return all
}
