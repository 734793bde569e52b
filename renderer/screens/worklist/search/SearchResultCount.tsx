import { useTranslation } from 'react-i18next';
import { count } from '#renderer/messages/numbers.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { SearchHints } from './SearchHints.tsx';

/** Line below the results: their number, how names match, how to narrow the search. */
export function SearchResultCount({ shown }: { readonly shown: readonly ExamRow[] }) {
  const { t } = useTranslation();
  const patients = new Set(shown.flatMap((row) => row.patient_id ?? [])).size;
  return (
    <>
      <p className="end">
        {t('worklist.searchEnd', {
          count: shown.length,
          number: count(shown.length),
          patients: t('worklist.searchEndPatients', { count: patients, number: count(patients) }),
        })}
      </p>
      <SearchHints />
    </>
  );
}
