// tdoku answers like tdoku's own example/solve.c, whose argument is 1 here, and writes to standard error how often it
// guessed in all puzzles together.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tdoku.h"

int main(void) {
    char *puzzle = NULL;
    size_t size = 0, all = 0;
    while (getline(&puzzle, &size, stdin) != -1) {
        if (strlen(puzzle) < 81) continue;
        char solution[81] = "";
        size_t guesses = 0;
        size_t count = SolveSudoku(puzzle, 1, 0, solution, &guesses);
        all += guesses;
        printf("%.81s:%zu:%.81s\n", puzzle, count, solution);
    }
    free(puzzle);
    fprintf(stderr, "guesses %zu\n", all);
}
