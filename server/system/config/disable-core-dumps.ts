/**
 * Keeps vault content out of crash dumps and diagnostic reports of the system and Node. A debugger, hibernation, or
 * full memory dumps configured by a Windows administrator are out of this program's control: see
 * docs/design/security-model.md.
 */
import { writeFileSync } from 'node:fs';

/** Linux: bit mask of memory kinds in a core dump. Children inherit it. */
const CORE_DUMP_FILTER = '/proc/self/coredump_filter';
const NOTHING = '0';

/** Disables core dumps for the whole process, from any thread. */
export function disableCoreDumps(): void {
  try {
    writeFileSync(CORE_DUMP_FILTER, NOTHING);
  } catch {
    // No /proc here; a core dump limit applies (`cli/launcher.mjs`, LimitCORE).
  }
  // A diagnostic report has no memory, but environment variables, which may contain a passphrase.
  process.report.excludeEnv = true;
}
