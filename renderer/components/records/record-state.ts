/**
 * State of a row as icon, text and colour. Shows the most urgent one: no key, unsealed draft, then the
 * record's own. Source: visual reference, "States".
 */
import { reportState } from '#records/reports/report-status.ts';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import type { Row } from '#renderer/state/record-cache/record-row.ts';

export type StateKey =
  | 'draft'
  | 'unsealed'
  | 'sealed'
  | 'toReport'
  | 'preliminary'
  | 'final'
  | 'appended'
  | 'amended'
  | 'corrected'
  | 'enteredInError'
  | 'noKey'
  | 'damaged'
  | 'conflict'
  | 'critical';

interface StateLook {
  readonly icon: IconName;
  readonly tone: 's-draft' | 's-sealed' | 's-final' | 's-conflict' | 's-error' | 's-locked';
}

export const STATE_LOOKS: Readonly<Record<StateKey, StateLook>> = {
  draft: { icon: 'state-draft', tone: 's-draft' },
  unsealed: { icon: 'state-unsealed', tone: 's-draft' },
  sealed: { icon: 'state-sealed', tone: 's-sealed' },
  toReport: { icon: 'state-draft', tone: 's-draft' },
  preliminary: { icon: 'state-preliminary', tone: 's-sealed' },
  final: { icon: 'state-final', tone: 's-final' },
  appended: { icon: 'state-addendum', tone: 's-final' },
  amended: { icon: 'state-amended', tone: 's-final' },
  corrected: { icon: 'state-amended', tone: 's-final' },
  enteredInError: { icon: 'state-void', tone: 's-error' },
  noKey: { icon: 'state-locked', tone: 's-locked' },
  damaged: { icon: 'state-error', tone: 's-error' },
  conflict: { icon: 'state-conflict', tone: 's-conflict' },
  critical: { icon: 'state-overdue', tone: 's-error' },
};

export function isStateKey(text: string): text is StateKey {
  return Object.hasOwn(STATE_LOOKS, text);
}

type StatefulRow = Pick<
  Row<{ readonly report_status?: string | null }>,
  'summary' | 'damaged' | 'has_draft' | 'seq'
>;

export function rowState(row: StatefulRow): StateKey {
  if (row.summary === null) return row.damaged === true ? 'damaged' : 'noKey';
  const status = row.summary.report_status;
  return row.has_draft ? draftState(row.seq, status) : reportState(status);
}

/** Returns "Draft" before a report was sealed, "Unsealed draft" over a sealed one. */
export function draftState(seq: number, reportStatus: string | null | undefined): StateKey {
  return seq <= 1 && !reportStatus ? 'draft' : 'unsealed';
}

/** Returns true if no more text is expected. */
export function isFinished(state: StateKey): boolean {
  return ['final', 'appended', 'amended', 'corrected', 'enteredInError'].includes(state);
}
