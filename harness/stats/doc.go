// Package stats holds the statistics of samples: the median with its exact
// interval, paired and unpaired comparisons, and the correction for many of them.
package stats
