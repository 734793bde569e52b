import { ATTACHED_TEXT } from './attached-text.ts';
import type { RecordKind } from './record-kind.ts';
import { VERSION_ORDER } from './version-order.ts';

/** In the order of what they cost. */
export const RECORD_KINDS: readonly RecordKind[] = [VERSION_ORDER, ATTACHED_TEXT];
