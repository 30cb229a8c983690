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
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.Mount("tmpfs", newRoot, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755"); err != nil {
		return fmt.Errorf("mount the root: %w", err)
	}
	if err := l.showProcesses(); err != nil {
		return err
	}
	if err := os.WriteFile(emptyFile, nil, 0o444); err != nil {
		return err
	}
	var done []mountPoint
	for _, p := range l.mountPoints(hide) {
		if !p.hidden && covered(p.path, done) {
			continue
		}
		if err := p.mount(); err != nil {
			return err
		}
		done = append(done, p)
	}
	if err := os.Remove(emptyFile); err != nil {
		return err
	}
	if err := makeDevices(); err != nil {
		return err
	}
	// Kernels before 5.12 cannot do this.
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NODEV | unix.MOUNT_ATTR_NOSUID}
	if err := unix.MountSetattr(unix.AT_FDCWD, newRoot, unix.AT_RECURSIVE, &readOnly); err != nil {
		l.unsupported("the file system cannot be made read-only (%v)", err)
	}
	if err := l.mountWritable(); err != nil {
		return err
	}
	for _, name := range devices {
		if err := unix.Mount("/dev/"+name, newRoot+"/dev/"+name, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("mount /dev/%s: %w", name, err)
		}
	}
	return enterRoot()
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

// mount puts what is at a mount point into the view.
func (p mountPoint) mount() error {
	target := newRoot + p.path
	if p.hidden {
		return cover(target)
	}
	info, err := os.Lstat(p.path)
	if errors.Is(err, fs.ErrNotExist) || p.path == "/" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("show %s: %w", p.path, err)
	}
	if to, err := os.Readlink(p.path); err == nil && slices.Contains(systemFolders, p.path) {
		return os.Symlink(to, target) // /bin is in /usr, mostly
	}
	if resolved, err := os.Stat(p.path); err == nil {
		info = resolved
	}
	if err := makeMountPoint(target, info.IsDir()); err != nil {
		return err
	}
	if err := unix.Mount(p.path, target, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("show %s: %w", p.path, err)
	}
	return nil
}

// makeMountPoint makes an empty folder or file, if there is none.
func makeMountPoint(target string, folder bool) error {
	if _, err := os.Lstat(target); err == nil {
		return nil
	}
	parent := target
	if !folder {
		parent = filepath.Dir(target)
	}
	if err := os.MkdirAll(parent, 0o755); err != nil || folder {
		return err
	}
	return os.WriteFile(target, nil, 0o644)
}

// cover makes a file or folder of the view empty.
func cover(target string) error {
	info, err := os.Stat(target)
	switch {
	case err != nil: // it is not in the view
		return nil
	case info.IsDir():
		err = unix.Mount("tmpfs", target, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755")
	default:
		err = unix.Mount(emptyFile, target, "", unix.MS_BIND, "")
	}
	if err != nil {
		return fmt.Errorf("hide %s: %w", strings.TrimPrefix(target, newRoot), err)
	}
	return nil
}

// showProcesses mounts /proc of the new process namespace.
func (l *launcher) showProcesses() error {
	if err := os.Mkdir(newRoot+"/proc", 0o755); err != nil {
		return err
	}
	if err := unix.Mount("proc", newRoot+"/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	for _, folder := range []string{l.Dir, l.Fresh} {
		if err := makeMountPoint(newRoot+folder, true); err != nil {
			return err
		}
	}
	return nil
}

// makeDevices makes the mount points of the devices and the usual links.
func makeDevices() error {
	dev := newRoot + "/dev"
	if err := os.Mkdir(dev, 0o755); err != nil {
		return err
	}
	for _, name := range devices {
		if err := makeMountPoint(dev+"/"+name, false); err != nil {
			return err
		}
	}
	for name, to := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		if err := os.Symlink(to, dev+"/"+name); err != nil {
			return err
		}
	}
	return nil
}

// mountWritable mounts the directories that the program may write to. Where the
// size of files is limited, the fresh one is kept in memory, limited as a whole.
func (l *launcher) mountWritable() error {
	if l.Limits.FileSize > 0 {
		options := fmt.Sprintf("size=%d,nr_inodes=10000,mode=700", l.Limits.FileSize)
		if err := unix.Mount("tmpfs", newRoot+l.Fresh, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
			return fmt.Errorf("mount the fresh directory: %w", err)
		}
	} else if err := unix.Mount(l.Fresh, newRoot+l.Fresh, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("mount the fresh directory: %w", err)
	}
	if l.Dir == l.Fresh {
		return nil
	}
	if err := unix.Mount(newRoot+l.Dir, newRoot+l.Dir, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("mount the working directory: %w", err)
	}
	writable := unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, newRoot+l.Dir, 0, &writable); err != nil && err != unix.ENOSYS {
		return fmt.Errorf("make the working directory writable: %w", err)
	}
	return nil
}

// enterRoot makes the view the root and forgets the old one.
func enterRoot() error {
	if err := os.Chdir(newRoot); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("change the root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("unmount the old root: %w", err)
	}
	return os.Chdir("/")
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
