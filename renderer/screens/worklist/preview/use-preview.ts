/**
 * Content for the preview of an exam: impression, patient, draft and file sizes. Each part appears as it arrives;
 * one failed part hides no other.
 */
import { useEffect, useState } from 'react';
import type { ExamRecord, PatientRecord } from '#contract/documents/records.ts';
import { isSignedText } from '#records/reports/report-status.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { vault } from '#renderer/api/vault-client.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { type Addition, conclusionOf } from './extract-impression.ts';

interface Preview {
  readonly patient: PatientRecord | undefined;
  /** Impression of the exam by lines; undefined while loading. */
  readonly impression: readonly string[] | undefined;
  /** Addenda, oldest first. */
  readonly additions: readonly Addition[];
  readonly draftSince: string | undefined;
  readonly files: { readonly count: number; readonly bytes: number } | undefined;
  readonly error: unknown;
}

const NOTHING: Preview = {
  patient: undefined,
  impression: undefined,
  additions: [],
  draftSince: undefined,
  files: undefined,
  error: undefined,
};

/** Delay before loading, so that holding an arrow key loads nothing. */
const REST_MS = 180;

export function usePreview(row: ExamRow): Preview {
  const [preview, setPreview] = useState(NOTHING);
  const { id, summary, version_id, has_draft, patient_id, security_group_id } = row;
  const readable = summary !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version or draft is opened again
  useEffect(() => {
    if (!readable) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const show = (part: Partial<Preview>) => {
      if (!abort.signal.aborted) setPreview((known) => ({ ...known, ...part }));
    };
    const timer = setTimeout(() => {
      vault()
        .exams.get(id, has_draft ? { include_draft: true } : {}, options)
        .then(async ({ record }) => {
          const html = await asRead(record);
          show({ ...conclusionOf(html), error: undefined });
        })
        .catch((error: unknown) => show({ error }));
      if (patient_id !== null) {
        vault()
          .patients.get(patient_id, {}, options)
          .then((view) => show({ patient: view.record }))
          // On failure the list still shows the name, and the patient screen shows the error.
          .catch(() => undefined);
      }
      if (has_draft) {
        vault()
          .exams.draft.get(id, options)
          .then((draft) => show({ draftSince: draft.updated_at }))
          .catch(() => undefined);
      }
      vault()
        .drive(security_group_id)
        .list({ exam_id: id, kind: 'file', status: 'ready', limit: 200 }, options)
        .page()
        .then(({ items }) => {
          const bytes = items.reduce((sum, node) => sum + (node.size ?? 0), 0);
          show({ files: { count: items.length, bytes } });
        })
        .catch(() => undefined);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [id, version_id, has_draft, readable, patient_id, security_group_id]);
  return preview;
}

/**
 * Converts the report to its reading form, without optional open fields. The code is loaded with the first
 * preview.
 */
async function asRead({ report_html, custom_attributes }: ExamRecord): Promise<string | null> {
  if (report_html === null || report_html === '') return null;
  const { htmlForReaders } = await import('#report/reader-html.ts');
  const language = reportLanguage(custom_attributes) ?? 'en';
  return htmlForReaders(report_html, { language, is_signed: isSignedText(custom_attributes) });
}
