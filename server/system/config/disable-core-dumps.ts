/**
 * What the system or Node writes down of a process that dies, or is asked to tell about itself, holds nothing that a
 * vault had open. What the system keeps for itself (a debugger, hibernation, Windows' error reports where an
 * administrator has them hold whole memories) is not this program's to forbid: docs/design/security-model.md says so.
 */
import { writeFileSync } from 'node:fs';

/** Linux: which kinds of memory a core dump holds, a bit each. Children have it from their parents. */
const CORE_DUMP_FILTER = '/proc/self/coredump_filter';
const NOTHING = '0';

/** For the whole process, whichever thread asks. */
export function disableCoreDumps(): void {
  try {
    writeFileSync(CORE_DUMP_FILTER, NOTHING);
  } catch {
    // Another system, or one that shows no /proc: a limit on core dumps holds there (`cli/launcher.mjs`, LimitCORE).
  }
  // A diagnostic report tells no memory, but the environment, where a passphrase may stand.
  process.report.excludeEnv = true;
}
