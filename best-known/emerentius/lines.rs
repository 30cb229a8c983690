// lines solves a puzzle per line with the crate sudoku, and prints the first solution of each.
use std::io::{self, BufRead, BufWriter, Write};

use sudoku::Sudoku;

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let puzzle = Sudoku::from_str_line(&line?).expect("a line of 81 cells");
        match puzzle.some_solution() {
            Some(solution) => writeln!(out, "{}", solution.to_str_line())?,
            None => writeln!(out, "no solution")?,
        }
    }
    Ok(())
}
