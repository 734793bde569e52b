/**
 * Warns of possible duplicates while a patient is typed in. Compares with the rows of the patient list in memory,
 * without a request.
 */
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { mainNumberText } from '#records/identity/identifiers.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { patientMatches, typedPerson } from '#renderer/components/records/patient/patient-matches.ts';
import type { PatientValues } from '#renderer/components/records/patient/patient-values.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';

interface DuplicatesPanelProps {
  readonly values: PatientValues;
  /** Id of the edited patient, which is not its own duplicate. */
  readonly patientId: string | undefined;
}

const SHOWN_MAX = 20;

/** Lists possible duplicates, those who may be the same person first. */
export function DuplicatesPanel({ values, patientId }: DuplicatesPanelProps) {
  const { t } = useTranslation();
  const rows = patientCache.use((state) => state.rows);
  const settled = useDeferredValue(values);
  const found = useMemo(
    () => patientMatches(rows.values(), typedPerson(settled), patientId),
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
              {found.slice(0, SHOWN_MAX).map(({ row, reason }) => (
                <li key={row.id}>
                  <b>{row.summary?.display_name}</b>
                  <span className="mid">
                    {row.summary?.birth_date ? shortDay(row.summary.birth_date) : null}
                  </span>
                  <span className="dim">{mainNumberText(row.summary?.identifiers)}</span>
                  {reason === undefined ? null : <b>{t(`patients.known.reasons.${reason}`)}</b>}
                  <Link className="btn s" to={['patients', row.id]}>
                    {t('patients.openInstead')}
                  </Link>
                </li>
              ))}
            </ul>
            {found.length > SHOWN_MAX ? (
              <p className="mid">{t('patients.duplicatesMore', { count: found.length - SHOWN_MAX })}</p>
            ) : null}
          </>
        )}
      </div>
    </aside>
  );
}
