import { ACKNOWLEDGEMENT_FRAMES } from './acknowledgement-frames.ts';
import { MEASURED_TABLES } from './measured-tables.ts';
import type { RecordKind } from './record-check.ts';
import { RESULT_STATES } from './result-states.ts';
import { SERVERS_AND_IDS } from './servers-and-ids.ts';
import { ATTACHED_TEXT } from './text-charsets.ts';
import { VERSION_ORDER } from './version-order.ts';

/** All record checks, cheapest first. */
export const RECORD_KINDS: readonly RecordKind[] = [
  VERSION_ORDER,
  ATTACHED_TEXT,
  RESULT_STATES,
  SERVERS_AND_IDS,
  ACKNOWLEDGEMENT_FRAMES,
  MEASURED_TABLES,
];
