import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a temporary folder that the caller removes. */
export function makeTempDir(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'srvault-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Creates a temporary folder that is removed with the running test. */
export function testTempDir(): string {
  const { path, remove } = makeTempDir();
  onTestFinished(remove);
  return path;
}
