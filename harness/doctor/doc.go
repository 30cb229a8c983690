// Package doctor tells facts about this machine and this build.
package doctor
