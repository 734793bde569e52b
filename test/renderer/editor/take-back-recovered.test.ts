/** Tests that a recovered text comes back with the copied lines that nobody had looked at. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseVersionId } from '#contract/ids.ts';
import { readCopied } from '#records/reports/unreviewed-copied-lines.ts';
import { takeBackRecovered } from '#renderer/editor/editing-session/drafts/take-back-recovered.ts';
import {
  createEditingSession,
  type EditingSession,
} from '#renderer/editor/editing-session/editing-session.ts';
import type { ReportDocuments, ReportRecord } from '#renderer/editor/editing-session/report-documents.ts';

// The session would save its draft after a while, by a page that is not here.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BASE = parseVersionId('018f0000-0000-7000-8000-000000000001');
const COPIED = 'Nodule of 7 mm in the right upper lobe.';

const dropped = (custom_attributes: ReportRecord['custom_attributes']): ReportRecord => ({
  ...createEditingSession(documents(), () => true).store.getState().meta,
  report_html: null,
  report_lexical: JSON.stringify({
    root: {
      ...{ type: 'root', version: 1, direction: null, format: '', indent: 0 },
      children: [
        {
          ...{ type: 'paragraph', version: 1, direction: null, format: '', indent: 0 },
          children: [
            {
              ...{ type: 'text', version: 1, format: 0, detail: 0, mode: 'normal', style: '' },
              text: COPIED,
            },
          ],
        },
      ],
    },
  }),
  custom_attributes,
});

function documents(): ReportDocuments {
  return { resource: 'exams', id: 'exam' } as ReportDocuments;
}

function opened(custom_attributes: ReportRecord['custom_attributes']): EditingSession {
  const work = createEditingSession(documents(), () => true);
  const { meta } = work.store.getState();
  work.set({ phase: 'open', base_version_id: BASE, meta: { ...meta, custom_attributes } });
  return work;
}

const asked = (work: EditingSession) => readCopied(work.store.getState().meta.custom_attributes);

test('copied lines that were not looked at are asked about again', async () => {
  const work = opened({ accession_number: 'A-1', copied_words: ['Another line.'] });
  await takeBackRecovered(work, dropped({ copied_words: [COPIED] }), BASE);
  expect(work.text.lexical()).toContain(COPIED);
  expect(asked(work)).toEqual(['Another line.', COPIED]);
  expect(work.store.getState().meta.custom_attributes).toMatchObject({ accession_number: 'A-1' });
});

test('a text without copied lines changes nothing else of the record', async () => {
  const work = opened(null);
  await takeBackRecovered(work, dropped({ accession_number: 'of then' }), BASE);
  expect(work.store.getState().meta.custom_attributes).toBeNull();
});
