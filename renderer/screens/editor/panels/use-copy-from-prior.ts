/** Copies sections of a prior into the report: whole by "Start from prior", or one by one. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import { withCopied } from '#records/reports/unreviewed-copied-lines.ts';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { copySectionsIntoReport } from '#renderer/editor/insert/copy-section.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import type { ReportSection } from '#report/review/section-list.ts';
import { sectionsToStartFrom, titlesLeftOut } from '#report/review/sections-to-start-from.ts';

interface CopyFromPrior {
  readonly copySection: (section: ReportSection) => void;
  readonly start: (sections: readonly ReportSection[]) => void;
}

export function useCopyFromPrior(prior: ExamRow): CopyFromPrior {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const words = useReportTranslations();
  const { summary } = prior;
  const date = summary?.exam_date ?? prior.created_at;
  /** Copies, and returns sentences for values that found no place, and for changes left empty. */
  const copy = (sections: readonly ReportSection[]): string[] => {
    const comparison = words.t('review.prior.comparisonLine', {
      title: summary?.title ?? summary?.modality ?? words.t('editor.noTitle'),
      date: shortDay(date, words.language),
    });
    const { lines, left_out, changes } = copySectionsIntoReport(editor, sections, {
      comparison,
      prior: words.t('review.prior.column'),
      noUnit: words.t('review.prior.noUnit'),
      today: words.t('review.prior.today'),
      before: words.t('review.prior.before', { date: shortDay(date, words.language) }),
    });
    if (lines.length > 0) {
      const { meta } = work.store.getState();
      work.set({ meta: { ...meta, custom_attributes: withCopied(meta.custom_attributes, lines) } });
      work.edited();
    }
    return [
      left_out === 0 ? '' : t('review.prior.leftOut', { count: left_out }),
      changes === 0 ? '' : t('review.prior.changes', { count: changes }),
    ].filter(Boolean);
  };
  const say = (...sentences: readonly string[]) =>
    showToast({ icon: 'copy', text: sentences.filter(Boolean).join(' ') });
  return {
    copySection: (section) => {
      const left = copy([section]);
      const copied = t('review.prior.copied', { section: section.title });
      say(left.length === 0 ? copied : `${copied}.`, ...left);
    },
    start: (sections) => {
      const left = copy(sectionsToStartFrom(sections));
      const notCopied = titlesLeftOut(sections);
      const title = summary?.title ?? t('editor.noTitle');
      say(
        t('review.prior.started', { title, date: shortDay(date) }),
        ...left,
        notCopied.length === 0 ? '' : t('review.prior.notCopied', { sections: notCopied.join(', ') }),
      );
    },
  };
}
