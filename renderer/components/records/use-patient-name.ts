import { useTranslation } from 'react-i18next';
import { patientDirectory } from '#renderer/state/record-cache/record-caches.ts';

/** As lists call a patient; what stands for one that is gone, or that this reader has no key of, is the id. */
export function usePatientName(id: string | null): string {
  const { t } = useTranslation();
  const row = patientDirectory.use((state) => (id === null ? undefined : state.rows.get(id)));
  return id === null ? t('editor.noPatient') : (row?.summary?.display_name ?? id);
}
