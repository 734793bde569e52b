/**
 * Labels of pending changes. The status of a copy has ids only, so names come from the record lists and from the
 * drive.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';

export interface PendingChangeName {
  /** Name of the patient, or of the object itself without a patient. */
  readonly who: string;
  /** Name of the object, if the patient is named before it. */
  readonly what: string;
  /** Name given here to a file or folder with a rename conflict. */
  readonly own?: string | undefined;
}

/** Names each change from the record lists; asks for files by id. */
export function usePendingChangeNames(
  waits: readonly PendingChange[],
): (change: PendingChange) => PendingChangeName {
  const { t } = useTranslation();
  const patients = patientCache.use((state) => state.rows);
  const exams = examCache.use((state) => state.rows);
  const templates = templateCache.use((state) => state.rows);
  const files = useFileNames(waits);
  const unnamed = t('travel.unnamed');
  const patientName = (id: string | null) =>
    (id === null ? undefined : patients.get(id)?.summary?.display_name) ?? undefined;
  return (change) => {
    const { kind, id, resource, exam_id, patient_id, version } = change;
    const seq = version ?? 0;
    if (kind !== 'document') {
      const exam = exam_id === null ? undefined : exams.get(exam_id);
      const file = files.get(id);
      const name = file?.name ?? (kind === 'folder' ? t('travel.newFolder') : unnamed);
      const who = exam?.summary?.patient_name ?? patientName(patient_id);
      return { ...(who === undefined ? { who: name, what: '' } : { who, what: name }), own: file?.own };
    }
    if (resource === 'patients')
      return { who: patientName(id) ?? unnamed, what: t('travel.patientDetail', { seq }) };
    const summary = (resource === 'exams' ? exams : templates).get(id)?.summary;
    const title = summary?.title ?? unnamed;
    const who = patientName(patient_id);
    return who === undefined
      ? { who: title, what: t('travel.patientDetail', { seq }) }
      : { who, what: t('travel.detail', { name: title, seq }) };
  };
}

interface FileNames {
  readonly name: string;
  readonly own: string | undefined;
}

function useFileNames(waits: readonly PendingChange[]): ReadonlyMap<string, FileNames> {
  const [names, setNames] = useState<ReadonlyMap<string, FileNames>>(new Map());
  const wanted = waits.filter(({ kind }) => kind !== 'document');
  const key = wanted.map(({ id, state }) => `${id} ${state}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when other files wait
  useEffect(() => {
    let isShown = true;
    for (const { id, security_group_id } of wanted) {
      vault()
        .drive(security_group_id)
        .get(id, { passive: true })
        .then(({ name, own_name: own }) => {
          if (isShown && name !== null) setNames((before) => new Map(before).set(id, { name, own }));
        })
        // A file whose name cannot be loaded is still listed.
        .catch(() => undefined);
    }
    return () => {
      isShown = false;
    };
  }, [key]);
  return names;
}
