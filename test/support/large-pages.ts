/**
 * Enables 2 MiB pages for Argon2id, which allocates 64 MiB each time. In small pages this costs 16,384 page faults,
 * as much as the derivation. Needs glibc and kernel support.
 */
export function askForLargePages(): void {
  process.env['GLIBC_TUNABLES'] ??= 'glibc.malloc.hugetlb=1';
}
