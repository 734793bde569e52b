/**
 * Buttons of the sign gate that resolve a finding for many fields at once, or open its dialog. Each states
 * how many fields it changes.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { criticalLine } from '#records/reports/critical-line.ts';
import { readCriticalFor } from '#records/reports/critical-result.ts';
import { readCopied, withoutCopiedThat } from '#records/reports/unreviewed-copied-lines.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { confirmDefaults } from '#renderer/editor/fields/fill-all-normal.ts';
import {
  countEmptiedSentences,
  removeEmptiedSentences,
} from '#renderer/editor/fields/removal/remove-emptied-sentences.ts';
import { removeOpenFields } from '#renderer/editor/fields/removal/remove-open-fields.ts';
import { writeCriticalLine } from '#renderer/editor/insert/write-critical-line.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { useCanCorrectExam } from '#renderer/screens/editor/can-correct-exam.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';
import { answeredOfThen, copiedIn, isOfThen } from '#report/checks/prior/copied-text-checks.ts';
import type { QualityCode, QualityFinding } from '#report/checks/quality-finding.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';

export function GateActions({ findings }: { readonly findings: readonly QualityFinding[] }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const countOf = (code: QualityCode): number =>
    Number(findings.find((finding) => finding.code === code)?.params['count'] ?? 0);
  const untouched = countOf('defaults_untouched');
  const open = countOf('optional_open');
  const copied = countOf('copied_not_looked');
  const ofThen = findings.filter(({ code }) => code === 'copied_of_then').length;
  const emptied = countOf('value_empty') > 0 ? countEmptiedSentences(editor) : { removable: 0, left: 0 };
  const isUntold = findings.some(
    ({ code }) => code === 'critical_untold' || code === 'critical_told_elsewhere',
  );
  const mayCorrect = useCanCorrectExam();
  const isExamWrong =
    mayCorrect && findings.some(({ code }) => code === 'patient_missing' || code === 'exam_date_in_future');
  const isUnrecorded = findings.some(({ code }) => code === 'follow_up_unrecorded');
  const isUnsaid = findings.some(({ code }) => code === 'critical_not_in_text');
  const work = useEditingSession();
  const { language } = useReportTranslations();
  const isMany = [untouched, open, copied, ofThen, emptied.removable, emptied.left].some(
    (count) => count > 0,
  );
  if (!isMany && !isUntold && !isUnsaid && !isExamWrong && !isUnrecorded) return null;
  const say = () => {
    const { meta, index } = work.store.getState();
    const critical = readCriticalFor(meta.custom_attributes, index?.meta.patient_id ?? null);
    writeCriticalLine(editor, [], criticalLine(critical, language));
  };
  /** Answers for copied text that stands in the report now; what may come back by undo is asked about again. */
  const answer = (answered: (whole: string, copied: readonly string[]) => readonly string[]) => {
    const { meta } = work.store.getState();
    const whole = textOfState(parseLexicalState(work.text.lexical()));
    const gone = new Set(answered(whole, readCopied(meta.custom_attributes)));
    const custom_attributes = withoutCopiedThat(meta.custom_attributes, (line) => gone.has(line));
    work.set({ meta: { ...meta, custom_attributes } });
    work.edited();
  };
  const lookedAt = (whole: string, lines: readonly string[]) =>
    copiedIn(whole, lines).filter((line) => !isOfThen(line));
  return (
    <div className="sign-acts">
      {isExamWrong ? (
        <Button size="s" onPress={() => openDialog('exam')}>
          {t('review.gate.examFacts')}
        </Button>
      ) : null}
      {isUntold ? (
        <Button size="s" onPress={() => openDialog('critical')}>
          {t('review.critical.open')}
        </Button>
      ) : null}
      {isUnsaid ? (
        <Button size="s" onPress={say}>
          {t('review.critical.intoReport')}
        </Button>
      ) : null}
      {isUnrecorded ? (
        <Button size="s" onPress={() => openDialog('follow_up')}>
          {t('tracked.keep')}
        </Button>
      ) : null}
      {untouched > 0 ? (
        <Button size="s" onPress={() => void confirmDefaults(editor)}>
          {t('review.gate.keepDefaults', { count: untouched })}
        </Button>
      ) : null}
      {copied > 0 ? (
        <Button size="s" onPress={() => answer(lookedAt)}>
          {t('review.gate.lookedAtCopied', { count: copied })}
        </Button>
      ) : null}
      {ofThen > 0 ? (
        <Button size="s" onPress={() => answer((whole, lines) => answeredOfThen(whole, lines, findings))}>
          {t('review.gate.holdsToday', { count: ofThen })}
        </Button>
      ) : null}
      {emptied.removable > 0 ? (
        <Button size="s" onPress={() => removeEmptiedSentences(editor)}>
          {t('review.gate.removeEmptied', { count: emptied.removable })}
        </Button>
      ) : null}
      {emptied.left > 0 ? (
        <p className="mid">{t('review.gate.keptEmptied', { count: emptied.left })}</p>
      ) : null}
      {open > 0 ? (
        <Button size="s" onPress={() => void removeOpenFields(editor)}>
          {t('review.gate.removeOpen', { count: open })}
        </Button>
      ) : null}
    </div>
  );
}
