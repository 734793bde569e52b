import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import type { ReportMeta } from '#renderer/editor/editing-session/report-documents.ts';

/** The report that the checks were run on: its text as it is stored, and its other fields. */
export interface CheckedText {
  readonly text: string;
  readonly meta: ReportMeta;
}

/** Returns false once the text or another field differs from what was checked. */
export function isAsChecked(work: EditingSession, { text, meta }: CheckedText): boolean {
  return work.text.lexical() === text && JSON.stringify(work.store.getState().meta) === JSON.stringify(meta);
}
