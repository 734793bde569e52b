import { ATTACHED_TEXT } from './attached-text.ts';
import type { RecordKind } from './record-kind.ts';

/** In the order of what they cost. */
export const RECORD_KINDS: readonly RecordKind[] = [ATTACHED_TEXT];
