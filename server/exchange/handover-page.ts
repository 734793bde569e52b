import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Read each time: it is seldom wanted, and a build may have replaced it. */
export function readHandoverPage(uiDir: string | undefined): string | undefined {
  const file = uiDir === undefined ? undefined : join(uiDir, 'handover.html');
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
