//go:build race

package corpus

// oneIn under the race detector, which makes searching some fifteen times as
// slow: of so many cases one is looked at.
const oneIn = 10
