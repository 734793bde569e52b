/** The shown text as it is printed: a signed version with the letterhead it was signed with, else the present one. */
import type { NamedLetterhead } from '#contract/exchange/letter.ts';
import { paperDates } from '#paper/format-dates.ts';
import { layOutPaper, type PaperLayout } from '#paper/layout.ts';
import { firstSignatureOf, type LetterWish, letterFacts } from '#paper/letter/letter-facts.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';
import { paperLocale } from '#records/letter/paper-locale.ts';
import { criticalBeside } from '#records/reports/critical-line.ts';
import { isSignedText } from '#records/reports/report-status.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { localPaperLocale } from '#renderer/components/records/letter/local-paper-locale.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { htmlForReaders } from '#report/reader-html.ts';

export interface Paper {
  readonly html: string;
  /** @param present letterheads of the group, which a version not yet signed has */
  readonly layOut: (
    patient: ReportPatient | undefined,
    wish: LetterWish,
    present: readonly NamedLetterhead[],
  ) => PaperLayout;
}

/**
 * React hook for the shown text's print layout in the report's language. Unsealed text is labelled as a
 * draft.
 */
export function usePrintLayout(): Paper {
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
  const is_signed = !is_draft && isSignedText(state.meta.custom_attributes);
  const signature = is_draft ? undefined : firstSignatureOf(state.signatures, version.version_id);
  const bound = signature?.letter ?? undefined;
  const stated = reportLanguage(state.meta.custom_attributes);
  const locale = paperLocale({ stated, bound: bound?.locale, own: localPaperLocale() });
  const { language } = locale;
  const words = PRINT_LABELS[language];
  const dates = paperDates(locale);
  const html = htmlForReaders(text.html(), { language, is_signed });
  // Without knowledge of the signatures nobody can say which letterhead a signed version has.
  const isUnknown = is_signed && state.signaturesError !== undefined;
  const plain = textOfHtml(html);
  const critical = criticalBeside(state.meta.custom_attributes, state.index?.meta.patient_id ?? null, plain);
  return {
    html,
    layOut(present_patient, wish, present) {
      const isOfPatient = bound !== undefined && bound.patient?.document_id === present_patient?.patient_id;
      const patient = (isOfPatient ? bound.patient : present_patient) ?? undefined;
      const letterheads = signature === undefined && !isUnknown ? present : (bound?.letterheads ?? []);
      const around = { vault_name, patient_address: patient?.address ?? [], text: plain };
      const prepared_by = bound?.prepared_by ?? facts.prepared_by;
      const letter = letterFacts(wish, letterheads, around);
      return layOutPaper({ ...facts, critical, patient, prepared_by, letter }, words, dates);
    },
  };
}
