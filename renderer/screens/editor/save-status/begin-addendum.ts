import { currentSigner } from '#renderer/editor/editing-session/editing-context.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { takeInBeforeChange } from '#renderer/editor/editing-session/merging/take-in-before-change.ts';
import { beginAmendment } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { reportTranslations } from '#renderer/editor/language/report-translations.ts';
import { clockTime, shortDay } from '#renderer/messages/dates.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';

const block = { version: 1, direction: null, format: '', indent: 0 };

/** Starts an addendum with a dated heading, read-only like the signed text above, and an empty paragraph. */
export async function beginAddendum(work: EditingSession): Promise<void> {
  if (!(await takeInBeforeChange(work))) return;
  const signer = currentSigner();
  const now = signer.now().toISOString();
  const words = reportTranslations(work);
  const text = words.t('editor.addendumHeading', {
    date: `${shortDay(now, words.language)} ${clockTime(now)}`,
    name: signer.name,
  });
  const heading: LexicalNodeJson = {
    ...block,
    type: 'heading',
    tag: 'h2',
    children: [{ type: 'text', version: 1, text, format: 0, detail: 0, mode: 'normal', style: '' }],
  };
  beginAmendment(work, { kind: 'addendum', heading }, [{ ...block, type: 'paragraph', children: [] }]);
}
