/**
 * Test files that need their own process: module state (page stores, desktop main process), replaced modules, or
 * memory measurements.
 */
export const APART = [
  'test/main/**/*.test.ts',
  'test/renderer/state/**/*.test.ts',
  'test/renderer/{commands,gate,lock-hooks,route,unsaved-text-stash,worklist}.test.ts',
  'test/renderer/editor/{macro-at-caret,patient-switch,report-meta}.test.ts',
  'test/renderer/editor/{fields,local-history,laterality}/*.test.ts',
  'test/renderer/handbook/regions.test.ts',
  'test/renderer/lists/**/*.test.ts',
  'test/renderer/messages/{catalogue,in-days}.test.ts',
  'test/server/identity/actor/rejected-unlocks.test.ts',
  'test/server/documents/no-plaintext-in-heap.test.ts',
  'test/server/integrity/verify-with-helper-thread.test.ts',
  'test/server/crash-dumps.process.test.ts',
  'test/server/plaintext-after-lock.process.test.ts',
  'test/server/secrets-wiped-after-lock.process.test.ts',
  'test/server/http/tls/stranger-chains.test.ts',
];
