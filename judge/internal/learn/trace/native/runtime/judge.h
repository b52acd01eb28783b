// Common to all parts of the runtime. It is linked with a watched program in place of the library that belongs to the
// compiler's instrumentation.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

// The words of a record; package record explains them.
enum { SITE = 0x83, END = 0x84, BOARD = 0x85, BLOB = 0x86 };
enum { LEVEL = 0x91, ENTER = 0x92, LEAVE = 0x93, STORE = 0x97, RANGE = 0x98, BLOCK = 0x99 };

void judge_word(u8 a, u8 b, u16 low);
// judge_whole writes a word with data, judge_event one with two numbers. It is written whole or not at all: the clock may
// strike at any time.
void judge_whole(u8 a, u8 kind, u16 low, const void *data, u32 length);
void judge_event(u8 a, u8 kind, u16 low, u64 x, u64 y);
// judge_site gives an address of the program a number that fits in a word; 0 if there are too many.
u16 judge_site(void *pc);
void judge_blob(u8 kind, const void *data, u32 length);

// Each kind of runtime defines these. judge_begin starts it; judge_last writes what is left.
int judge_begin(void); // the number of rows for the header, -1 to write nothing
void judge_last(void);
int judge_hopes(void); // 0 if nothing was found so far and nothing will be

// In a watched program memcpy and memset are wrapped, so the runtime has its own.
static inline void copy_bytes(void *to, const void *from, u64 size) {
	for (u64 i = 0; i < size; i++) ((u8 *)to)[i] = ((const u8 *)from)[i];
}
static inline void zero_bytes(void *to, u64 size) {
	for (u64 i = 0; i < size; i++) ((u8 *)to)[i] = 0;
}

// judge_safely calls a function that may read missing memory. In that case it returns 0.
int judge_safely(int (*ask)(void *), void *with);
