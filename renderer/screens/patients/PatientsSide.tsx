/**
 * The sidebar of the patient list: views and tags with counts. Counts cover all rows, not those of the current
 * search.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { inPatientBase, PATIENT_BASES, type PatientBase } from '#renderer/lists/patient-list.ts';
import { tagCounts } from '#renderer/lists/worklist/modality-and-tag-counts.ts';
import { count } from '#renderer/messages/numbers.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { setSearch } from '#renderer/state/shell/search-store.ts';
import { usePatients } from './patients-store.ts';

const ICONS: Readonly<Record<PatientBase, IconName>> = {
  all: 'person',
  recent: 'clock',
  archived: 'archive',
};

export function PatientsSide() {
  const { t } = useTranslation();
  const rows = patientCache.use((state) => state.rows);
  const { base, tag } = usePatients();
  const counts = useMemo(() => {
    const all = [...rows.values()];
    return new Map(
      PATIENT_BASES.map((known) => [known, all.filter((row) => inPatientBase(row, known)).length]),
    );
  }, [rows]);
  const tags = useMemo(() => tagCounts([...rows.values()].filter((row) => !row.is_deleted)), [rows]);
  const show = (change: Partial<{ base: PatientBase; tag: string | undefined }>) => {
    setSearch('');
    usePatients.setState(change);
  };
  return (
    <aside className="side" aria-label={t('patients.views')} data-pane>
      <h2 className="side-h">{t('worklist.views')}</h2>
      {PATIENT_BASES.map((known) => (
        <button
          key={known}
          type="button"
          className="item"
          aria-current={known === base && tag === undefined ? 'true' : undefined}
          onClick={() => show({ base: known, tag: undefined })}
        >
          <Icon name={ICONS[known]} />
          <span className="tx">{t(`patients.base.${known}`)}</span>
          <span className="c">{count(counts.get(known) ?? 0)}</span>
        </button>
      ))}
      {tags.length > 0 ? <h2 className="side-h">{t('worklist.tags')}</h2> : null}
      {tags.map(([known, number]) => (
        <button
          key={known}
          type="button"
          className="item"
          aria-pressed={known === tag}
          onClick={() => show({ tag: known === tag ? undefined : known })}
        >
          <Icon name="tag" />
          <span className="tx">{known}</span>
          <span className="c">{count(number)}</span>
        </button>
      ))}
    </aside>
  );
}
