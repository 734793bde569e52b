import { useTranslation } from 'react-i18next';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';

/** React hook for a patient's name as in the lists; the id if the patient is gone or this reader has no key. */
export function usePatientName(id: string | null): string {
  const { t } = useTranslation();
  const row = patientCache.use((state) => (id === null ? undefined : state.rows.get(id)));
  return id === null ? t('editor.noPatient') : (row?.summary?.display_name ?? id);
}
