/* crash dies of what a C program dies of; its argument says how. */
#include <stdlib.h>
#include <string.h>

static volatile int zero;

static int deeper(int n)
{
	volatile char frame[1024];
	frame[0] = (char)n;
	return deeper(n + 1) + frame[0];
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "stack"))
		return deeper(0);
	if (!strcmp(argv[1], "divides"))
		return argc / zero;
	abort();
}
