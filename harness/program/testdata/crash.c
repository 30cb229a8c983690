/* crash dies of what a C program dies of; its argument says how. With "copies FILE" it prints
   a file, and leaks memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile int zero;

static int deeper(int n)
{
	volatile char frame[1024];
	frame[0] = (char)n;
	return deeper(n + 1) + frame[0];
}

static int copies(const char *name)
{
	FILE *file = fopen(name, "r");
	char *text = malloc(1 << 16);
	fwrite(text, 1, fread(text, 1, 1 << 16, file), stdout);
	text = NULL; /* nothing points to the memory any more */
	return fclose(file);
}

int main(int argc, char **argv)
{
	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "stack"))
		return deeper(0);
	if (!strcmp(argv[1], "divides"))
		return argc / zero;
	if (!strcmp(argv[1], "copies"))
		return copies(argv[2]);
	abort();
}
