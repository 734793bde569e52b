import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the built page at each call, because it is seldom needed and may be rebuilt. */
export function readHandoverPage(uiDir: string | undefined): string | undefined {
  const file = uiDir === undefined ? undefined : join(uiDir, 'handover.html');
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
