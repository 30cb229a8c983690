// Package bench times contestants, and is the only package that reads a
// clock for a result:
//
//  1. A Schedule orders rounds from a seed: each round visits every Cell (one
//     solver on one set) once, in a fresh order, mirrored on the next round.
//  2. A Meter judges its cell, audits it for answers kept between passes, and
//     takes Samples: whole passes over the set inside the clock, every answer
//     checked outside of it.
//  3. A Recorder appends each Sample to solve.bench as one line in the Go
//     benchmark format; About, the rest of what there is to know, is run.json.
//  4. A Session runs the schedule over the meters into the recorder, and goes on
//     with a run that was cut short.
//  5. Serve and Remote put a pipe between a session and its meters, so that two
//     builds of this program can be measured round by round, side by side.
package bench
