package sandbox

import (
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
	"/etc/ssl/private", "/etc/security/opasswd",
}

// sharedMemory is the folder of POSIX shared memory and semaphores. Files in it count as memory of the program, so
// the limit of its memory also bounds their size.
const sharedMemory = "/dev/shm"

// devices are all devices that a program has.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// newRoot is the folder in which the program's view is built before it becomes the root. /proc is suitable because it
// always exists, and because the view contains a new /proc anyway.
const newRoot = "/proc"

// emptyFile is an empty file. While the view is built, it is mounted over hidden files.
const emptyFile = newRoot + "/empty"

// confineFiles replaces the root of the file system by a view that contains only what the program may see. The program
// can read the system's folders and the files that the request names. It can write to its working directory, to the
// fresh directory and to shared memory. The view also has a /proc, which shows only the processes of this run.
func (l *launcher) confineFiles() error {
	v := &view{}
	v.mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "")
	v.mount("tmpfs", newRoot, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=1m,mode=755")
	v.folder(newRoot + sharedMemory)
	size := "50%" // of the machine's memory
	if l.Limits.Memory > 0 {
		size = fmt.Sprint(l.Limits.Memory)
	}
	v.mount("tmpfs", newRoot+sharedMemory, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "nr_inodes=10000,mode=1777,size="+size)
	v.folder(newRoot + "/proc") // the /proc of the new process namespace
	v.mount("proc", newRoot+"/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
	v.folder(newRoot + l.Dir)
	v.folder(newRoot + l.Fresh)
	v.file(emptyFile)
	var shown []string
	for _, path := range l.shown() {
		above := func(folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }
		if !slices.ContainsFunc(shown, above) { // otherwise it is shown with the folder
			v.show(path, slices.Contains(systemFolders, path) || slices.Contains(l.Tools, path) && path != l.Dir)
			shown = append(shown, path)
		}
	}
	hidden := slices.Concat(allNames(l.Hide), l.links()) // a folder above it may be shown by the other name
	slices.Sort(hidden)
	hidden = slices.Compact(hidden)
	for _, path := range slices.Concat(secretFiles, hidden) {
		if path != l.Path {
			v.hide(newRoot + path)
		}
	}
	v.try(func() error { return os.Remove(emptyFile) })
	for name, to := range map[string]string{"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"} {
		v.try(func() error { return os.Symlink(to, newRoot+"/dev/"+name) })
	}
	// Kernels before 5.12 cannot do this; programs are not confined there.
	v.change(unix.AT_FDCWD, newRoot, unix.AT_RECURSIVE, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV|unix.MOUNT_ATTR_NOSUID, 0)
	l.mountWritable(v, hidden)
	for _, name := range devices {
		v.change(unix.AT_FDCWD, newRoot+name, 0, 0, unix.MOUNT_ATTR_NODEV)
	}
	// The view becomes the root of the file system. The old root also gets the attribute noexec, so that nobody can
	// start a file of the old root any more. Without noexec, a program could start gridjudge, although the view does
	// not show it. The program could do this with a script whose first line is #!/proc/self/exe. While the kernel
	// starts the script, the process is still a copy of the launcher. So /proc/self/exe is still the launcher's
	// executable, which is gridjudge.
	old, _ := unix.Open("/", unix.O_PATH|unix.O_CLOEXEC, 0) // if this fails, the change of its attributes fails, too
	v.try(func() error { return os.Chdir(newRoot) })
	v.try(func() error { return unix.PivotRoot(".", ".") })
	v.change(old, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, unix.MOUNT_ATTR_NOEXEC, 0)
	v.try(func() error { return unix.Unmount(".", unix.MNT_DETACH) })
	v.try(func() error { return os.Chdir("/") })
	if v.err != nil {
		return fmt.Errorf("the program's view of the files: %w", v.err)
	}
	return nil
}

// shown lists the files and folders that the program sees, each folder before the files in it.
func (l *launcher) shown() []string {
	own := slices.Concat(l.Read, l.Tools)
	if l.Dir != l.Fresh {
		own = append(own, l.Dir)
	}
	all := slices.Concat(systemFolders, devices, allNames(slices.DeleteFunc(own, private)))
	slices.Sort(all)
	return all
}

// allNames returns the paths, and for each path with links also the path that the links lead to.
func allNames(paths []string) (all []string) {
	for _, path := range paths {
		all = append(all, filepath.Clean(path))
		if target, err := filepath.EvalSymlinks(path); err == nil {
			all = append(all, target)
		}
	}
	return all
}

// private reports whether a path means a different file for each process or each run. Examples are /proc/self,
// /dev/stdin and the folder /dev/shm (sharedMemory). The machine's files at these paths are not shown to the program,
// because the program has its own. A file below /dev/shm, such as /dev/shm/puzzles, is not private: it is an ordinary
// file of the machine.
func private(path string) bool {
	path = filepath.Clean(path)
	return strings.HasPrefix(path+"/", "/proc/") || strings.HasPrefix(path+"/", "/dev/") && !strings.HasPrefix(path, sharedMemory+"/")
}

// links returns the hard links to hidden files among the files that the program may read. They must be hidden as
// well, because they have the same contents.
//
// A path in Read may itself be a symbolic link, which WalkDir would not follow. So WalkDir gets the path with a slash
// at its end. What happens then depends on the file to which the path leads:
//   - If it is a folder, the slash makes WalkDir follow the link and enter the folder.
//   - If it is not a folder, the slash makes the path invalid. WalkDir reports this error by calling its callback once,
//     without an entry (e is nil). The callback removes the slash, and os.Stat follows the link.
//
// Symbolic links inside a folder are not followed.
func (l *launcher) links() (names []string) {
	for _, file := range l.Hide {
		info, err := os.Stat(file)
		if err != nil || info.IsDir() || info.Sys().(*syscall.Stat_t).Nlink < 2 {
			continue
		}
		for _, path := range allNames(l.Read) {
			_ = filepath.WalkDir(path+"/", func(name string, e fs.DirEntry, _ error) error {
				if f, err := os.Stat(filepath.Clean(name)); err == nil && os.SameFile(info, f) && (e == nil || e.Type() != fs.ModeSymlink) {
					names = append(names, filepath.Clean(name))
				}
				return nil
			})
		}
	}
	return names
}

// view builds the program's view of the files. After the first error its methods do nothing.
type view struct{ err error }

func (v *view) try(step func() error) {
	if v.err == nil {
		v.err = step()
	}
}

func (v *view) mount(source, target, kind string, flags uintptr, options string) {
	v.try(func() error {
		return os.NewSyscallError("mount "+source+" on "+target, unix.Mount(source, target, kind, flags, options))
	})
}

// folder makes an empty folder, if there is none.
func (v *view) folder(path string) { v.try(func() error { return os.MkdirAll(path, 0o755) }) }

// file makes an empty file, if there is no file of this name.
func (v *view) file(path string) {
	if _, err := os.Lstat(path); err != nil {
		v.folder(filepath.Dir(path))
		v.try(func() error { return os.WriteFile(path, nil, 0o444) })
	}
}

// show adds a file or folder to the view, if it is there. Every error counts as if it was not there, because the build of
// another contestant may have put a loop of links in its place. If asLink is true, a link is shown as a link, which works
// only if the file that it leads to is shown, too.
func (v *view) show(path string, asLink bool) {
	target := newRoot + path
	if to, err := os.Readlink(path); err == nil && asLink {
		v.folder(filepath.Dir(target))
		v.try(func() error { return os.Symlink(to, target) }) // for example, /bin is mostly a link to usr/bin
		return
	}
	switch info, err := os.Stat(path); {
	case err != nil || path == "/":
		return
	case info.IsDir():
		v.folder(target)
	default:
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

// mountWritable mounts the directories that the program may write to. If the size of the fresh directory is
// limited, it is kept in memory.
func (l *launcher) mountWritable(v *view, hidden []string) {
	if size := l.Limits.FolderSize; size > 0 {
		v.mount("tmpfs", newRoot+l.Fresh, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, fmt.Sprintf("size=%d,nr_inodes=10000,mode=700", size))
	} else {
		v.mount(l.Fresh, newRoot+l.Fresh, "", unix.MS_BIND, "")
	}
	v.change(unix.AT_FDCWD, newRoot+sharedMemory, 0, 0, unix.MOUNT_ATTR_RDONLY)
	if l.Dir != l.Fresh {
		v.separate(l.Dir)
		v.change(unix.AT_FDCWD, newRoot+l.Dir, 0, 0, unix.MOUNT_ATTR_RDONLY)
		for _, path := range slices.Concat(l.Keep, hidden) {
			info, err := os.Lstat(path)
			if err != nil || info.Mode()&fs.ModeSymlink != 0 || !strings.HasPrefix(path, filepath.Clean(l.Dir)+"/") {
				continue
			}
			for folder := filepath.Dir(path); folder != filepath.Clean(l.Dir); folder = filepath.Dir(folder) {
				v.separate(folder) // otherwise it could be renamed, and another one made in its place
			}
			if slices.Contains(l.Keep, path) && !slices.Contains(hidden, path) { // a hidden file has a mount of its own
				v.separate(path)
				v.change(unix.AT_FDCWD, newRoot+path, 0, unix.MOUNT_ATTR_RDONLY, 0)
			}
		}
	}
}

// separate gives a file or folder of the view a mount of its own, with the attributes that it has.
func (v *view) separate(path string) {
	v.mount(newRoot+path, newRoot+path, "", unix.MS_BIND|unix.MS_REC, "")
}

// change changes the attributes of the mount on a file or folder, whose path starts from the descriptor dir.
func (v *view) change(dir int, path string, flags uint, set, clear uint64) {
	v.try(func() error {
		attributes := unix.MountAttr{Attr_set: set, Attr_clr: clear}
		return os.NewSyscallError("mount_setattr of "+path, unix.MountSetattr(dir, path, flags, &attributes))
	})
}
