/** Checks the open report before signing. Shared by the sign gate and by sealing an addendum. */

import { type CheckedPatient, signingInput } from '#renderer/components/records/findings/signing-input.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { appliedChecks, checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';
import type { QualityCheck, QualityFinding } from '#report/checks/quality-finding.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import type { CheckedText } from './checked-text.ts';

/** The outcome of the checks, with the report they were run on. */
export interface Checked extends CheckedText {
  readonly findings: readonly QualityFinding[];
  readonly applied: ReadonlySet<QualityCheck>;
}

/**
 * Checks the report as it is now. What is signed later must be this very text. `pictures` are those of the exam by
 * their files; a key image blocks until they were read.
 */
export function checkForSigning(
  work: EditingSession,
  patient: CheckedPatient | undefined,
  pictures: QualityInput['pictures'] = 'unread',
): Checked {
  const text = work.text.lexical();
  const { meta, index } = work.store.getState();
  const input = signingInput(
    {
      state: parseLexicalState(text),
      record: meta,
      patient_id: index?.meta.patient_id ?? null,
      kept_blocks: work.text.kept().length,
      pictures,
    },
    patient,
  );
  return { text, meta, findings: checkQuality(input), applied: appliedChecks(input) };
}
