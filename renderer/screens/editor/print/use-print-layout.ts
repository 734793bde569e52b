import type { PaperDates } from '#paper/format-dates.ts';
import { layOutPaper, type PaperLayout } from '#paper/layout.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';
import { isSignedText } from '#records/reports/report-status.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { clockTime, longDay, shortDay } from '#renderer/messages/dates.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { htmlForReaders } from '#report/reader-html.ts';

export interface Paper {
  readonly html: string;
  readonly layOut: (patient: ReportPatient | undefined) => PaperLayout;
}

/**
 * React hook for the shown text's print layout in the report's language. Unsealed text is labelled as a
 * draft.
 */
export function usePrintLayout(): Paper {
  const { language } = useReportTranslations();
  const { text } = useEditingSession();
  const state = useEditingState((whole) => whole);
  const me = useSession((session) => session.session?.principal.display_name ?? '');
  const vault_name = useSession((session) => session.vault?.name ?? '');
  const version = versionOf(state, state.base_version_id);
  const is_draft = state.changed || version === undefined;
  const facts = {
    vault_name,
    record: state.meta,
    version,
    seq: baseSeq(state),
    is_draft,
    prepared_by: is_draft ? me : (version?.created_by.display_name ?? me),
    signatures: state.signatures,
  };
  const words = PRINT_LABELS[language];
  const dates: PaperDates = {
    shortDay: (instant) => shortDay(instant, language),
    longDay: (instant) => longDay(instant, language),
    clockTime,
  };
  const is_signed = !is_draft && isSignedText(state.meta.custom_attributes);
  const html = htmlForReaders(text.html(), { language, is_signed });
  return { html, layOut: (patient) => layOutPaper({ ...facts, patient }, words, dates) };
}
