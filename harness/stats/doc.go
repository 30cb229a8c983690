// Package stats holds the statistics of samples.
//
//  1. Quantile is the one rule for quantiles, Median the median with its exact interval.
//  2. Paired and Unpaired compare the samples of two programs.
//  3. Adjust corrects for the number of comparisons. Direction decides which of two programs is the faster one, if any.
//
// A quantile is of type 8 of Hyndman and Fan (Sample Quantiles in Statistical Packages, The American Statistician 50,
// 1996): of n sorted values it is the one at position 1/3 + q (n + 1/3), counted from 1, and between two values it is
// interpolated. It is an approximately median-unbiased estimate for every continuous distribution. The median of an
// even number of values is the mean of the middle two; of ratios it is their geometric mean (MedianRatio). go-moremath and
// benchstat use the same rule for values.
package stats
