/**
 * Warns of possible duplicates while a patient is typed in. Compares with the rows of the patient list in memory,
 * without a request.
 */
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText, wordsOf } from '#records/folded-text.ts';
import { identifierText, identifierValues, mainIdentifier } from '#records/identity/identifiers.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import type { PatientValues } from '#renderer/components/records/patient/patient-values.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import type { PatientRow } from '#renderer/state/record-cache/record-row.ts';

interface DuplicatesPanelProps {
  readonly values: PatientValues;
  /** Id of the edited patient, which is not its own duplicate. */
  readonly patientId: string | undefined;
}

const SHOWN_MAX = 5;

/** Lists possible duplicates: same number, two equal name words, or equal name and birth date. */
export function DuplicatesPanel({ values, patientId }: DuplicatesPanelProps) {
  const { t } = useTranslation();
  const rows = patientCache.use((state) => state.rows);
  const settled = useDeferredValue(values);
  const found = useMemo(
    () =>
      [...rows.values()]
        .filter((row) => row.id !== patientId && !row.is_deleted && isSimilar(row, settled))
        .slice(0, SHOWN_MAX),
    [rows, settled, patientId],
  );
  return (
    <aside className="panel" aria-label={t('patients.duplicates')} data-pane>
      <div className="panel-b" aria-live="polite">
        {found.length === 0 ? null : (
          <>
            <h2 className="sec">{t('patients.duplicatesTitle')}</h2>
            <p className="mid">{t('patients.duplicatesText')}</p>
            <ul className="dup">
              {found.map((row) => (
                <li key={row.id}>
                  <b>{row.summary?.display_name}</b>
                  <span className="mid">
                    {row.summary?.birth_date ? shortDay(row.summary.birth_date) : null}
                  </span>
                  <span className="dim">{numberOf(row)}</span>
                  <Link className="btn s" to={['patients', row.id]}>
                    {t('patients.openInstead')}
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </aside>
  );
}

function numberOf(row: PatientRow): string {
  const identifier = mainIdentifier(row.summary?.identifiers);
  return identifier ? identifierText(identifier) : '';
}

function isSimilar({ summary }: PatientRow, values: PatientValues): boolean {
  if (summary === null) return false;
  const numbers = values.identifiers
    .map(({ value }) => foldText(value.trim()))
    .filter((value) => value.length > 2);
  const theirs = identifierValues(summary.identifiers).map(foldText);
  if (numbers.some((number) => theirs.includes(number))) return true;
  const words = new Set(wordsOf(`${values.legal_name} ${values.display_name}`));
  const names = new Set(wordsOf(`${summary.legal_name} ${summary.display_name}`));
  const shared = [...words].filter((word) => word.length > 1 && names.has(word)).length;
  const birth = parseLenientDate(values.birth_date);
  const sameBirth = birth.kind === 'day' && summary.birth_date?.slice(0, 10) === birth.iso;
  return shared >= 2 || (shared >= 1 && sameBirth);
}
