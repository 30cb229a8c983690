// Package stats computes the statistics of samples.
//
//  1. Quantile computes quantiles, and all other functions use the same rule. Median returns the median with its exact
//     interval.
//  2. Paired and Unpaired compare the samples of two programs.
//  3. Adjust corrects p-values for the number of comparisons. Direction decides which of two programs is faster, if
//     either is.
//
// Of the many rules for the quantiles of a sample, this package uses rule 8 of Hyndman and Fan (Sample Quantiles in
// Statistical Packages, The American Statistician 50, 1996), as go-moremath and benchstat do. For every continuous
// distribution, this is an approximately median-unbiased estimate: it is too small about as often as too large. The
// values are sorted and counted from 1. The q-quantile of n values is then the value at position 1/3 + q (n + 1/3),
// interpolated if the position lies between two values. For example, the 0.25-quantile of 10 values is at position 1/3
// + 0.25 * 10.33 = 2.92, just below the third value.
//
// It follows that the median of an even number of values is the mean of the middle two. There is one
// exception: the median of ratios is the geometric mean of the middle two (MedianRatio).
package stats
