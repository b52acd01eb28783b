// What the parts of the runtime have in common. It is linked with a program that is watched, in place of the library
// that its instrumentation was made for.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

// The words of a record: see the package record.
enum { COUNT = 0x81, CALL = 0x82, SITE = 0x83, END = 0x84, MARKS = 0x85, BLOB = 0x86 };

void judge_word(u8 a, u8 b, u16 low);
void judge_bytes(const void *from, u32 length);

// Each kind of runtime has these two: it begins, and it writes what it held back.
int judge_begin(void); // the number of rows for the header, -1: nothing is to be told
void judge_last(void);
int judge_hopes(void); // 0: if nothing was found so far, nothing will be

// The library's are stood before, in what is watched.
static inline void copy_bytes(void *to, const void *from, u64 size) {
	for (u64 i = 0; i < size; i++) ((u8 *)to)[i] = ((const u8 *)from)[i];
}
static inline void zero_bytes(void *to, u64 size) {
	for (u64 i = 0; i < size; i++) ((u8 *)to)[i] = 0;
}

// judge_safely asks something that may read memory which is not there: then the answer is 0.
int judge_safely(int (*ask)(void *), void *with);
