/**
 * Argon2id asks for 64 MiB anew each time, and the kernel hands them out in 16,384 pages, one fault each: as much work
 * as the derivation itself. In pages of 2 MiB, where the C library is glibc and the kernel has them, it is 32.
 */
export function askForLargePages(): void {
  process.env['GLIBC_TUNABLES'] ??= 'glibc.malloc.hugetlb=1';
}
