// Package stats has the statistics of samples.
//
//  1. Quantile is the only rule for quantiles. Median is the median with its exact interval.
//  2. Paired and Unpaired compare the samples of two programs.
//  3. Adjust corrects for the number of comparisons. Direction decides which of two programs is faster, if
//     either is.
//
// Quantiles are of type 8 in Hyndman and Fan (Sample Quantiles in Statistical Packages, The American
// Statistician 50, 1996). The q-quantile of n sorted values is the value at position 1/3 + q (n + 1/3),
// counted from 1. Between two values it is interpolated. For every continuous distribution, this is an
// approximately median-unbiased estimate. go-moremath and benchstat use the same rule.
//
// It follows that the median of an even number of values is the mean of the middle two. There is one
// exception: the median of ratios is the geometric mean of the middle two (MedianRatio).
package stats
