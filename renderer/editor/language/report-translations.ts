/**
 * Translates words that become report text into the report's language. Without one, the interface language is
 * used if reports can be written in it, else English. A language whose words are still being fetched is English until
 * then.
 */
import i18next, { type TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  REPORT_LANGUAGES,
  type ReportLanguage,
  reportLanguage,
} from '#records/reports/stated-report-language.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { fetchLanguage } from '#renderer/messages/fetched/fetch-language.ts';

interface ReportWords {
  readonly language: ReportLanguage;
  readonly t: TFunction;
}

function reportWords(chosen: ReportLanguage | null): ReportWords {
  const language = chosen ?? REPORT_LANGUAGES.find((tag) => tag === i18next.language) ?? 'en';
  const known = i18next.hasResourceBundle(language, 'translation') ? language : 'en';
  return { language: known, t: i18next.getFixedT(known) };
}

export function reportTranslations(work: EditingSession): ReportWords {
  return reportWords(reportLanguage(work.store.getState().meta.custom_attributes));
}

export function useReportTranslations(): ReportWords {
  const { i18n } = useTranslation();
  const chosen = useEditingState((state) => reportLanguage(state.meta.custom_attributes));
  const [fetched, setFetched] = useState<ReportLanguage>();
  useEffect(() => {
    let isCurrent = true;
    if (chosen !== null)
      fetchLanguage(chosen).then(
        () => isCurrent && setFetched(chosen),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the interface's language counts where none is chosen
  return useMemo(() => reportWords(chosen), [chosen, fetched, i18n.language]);
}
