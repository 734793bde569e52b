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
import { isAddendum, sectionsToStartFrom } from '#report/review/sections-to-start-from.ts';

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
  /** Copies, and returns a sentence for values that found no place. */
  const copy = (sections: readonly ReportSection[]): string => {
    const comparison = words.t('review.prior.comparisonLine', {
      title: summary?.title ?? summary?.modality ?? words.t('editor.noTitle'),
      date: shortDay(date, words.language),
    });
    const prior = words.t('review.prior.column');
    const noUnit = words.t('review.prior.noUnit');
    const { lines, left_out } = copySectionsIntoReport(editor, sections, { comparison, prior, noUnit });
    if (lines.length > 0) {
      const { meta } = work.store.getState();
      work.set({ meta: { ...meta, custom_attributes: withCopied(meta.custom_attributes, lines) } });
      work.edited();
    }
    return left_out === 0 ? '' : t('review.prior.leftOut', { count: left_out });
  };
  const say = (...sentences: readonly string[]) =>
    showToast({ icon: 'copy', text: sentences.filter(Boolean).join(' ') });
  return {
    copySection: (section) => {
      const left = copy([section]);
      say(`${t('review.prior.copied', { section: section.title })}${left === '' ? '' : '.'}`, left);
    },
    start: (sections) => {
      const left = copy(sectionsToStartFrom(sections));
      const title = summary?.title ?? t('editor.noTitle');
      say(
        t('review.prior.started', { title, date: shortDay(date) }),
        left,
        sections.some(isAddendum) ? t('review.prior.addendumLeft') : '',
      );
    },
  };
}
