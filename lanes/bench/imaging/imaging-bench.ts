/** Fixture of the imaging benchmarks: the vault, its clients and an exam for files. */
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildServer } from '#lanes/bench/child-server.ts';
import { patientRecord } from '#lanes/bench/sample-records.ts';
import type { VaultClient } from '#sdk/client.ts';

export interface ImagingBench {
  readonly vault: ChildServer;
  readonly sdk: VaultClient;
  readonly group: string;
  readonly dataDir: string;
  readonly scratch: string;
}

const BIRTH_DATE = '1961-03-14';
const LOOK_EVERY_MS = 500;

export async function sealExam({ sdk, group }: ImagingBench): Promise<string> {
  const { index: patient } = await sdk.patients.create({
    security_group_id: group,
    // Patient as in the slices, because the viewer asks before opening another patient's pictures.
    record: {
      ...patientRecord(1, 600),
      ...{ legal_name: 'Bench, Patient', display_name: 'Bench, Patient' },
      ...{ birth_date: BIRTH_DATE, identifiers: null },
    },
  });
  const { index } = await sdk.exams.create({
    security_group_id: group,
    patient_id: patient.document_id,
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-05-12',
      report_html: '<p>No findings.</p>',
    },
  });
  return index.document_id;
}

/** Waits until everything received has its exam and every picture is processed. */
export async function settled({ sdk, group }: ImagingBench): Promise<void> {
  // Poll only changes since the last look, because listing every file would add load.
  const open = new Set<string>();
  let since: string | undefined;
  for (;;) {
    await wait(LOOK_EVERY_MS);
    if ((await sdk.imaging.inbox()).images > 0) continue;
    const nodes = await sdk.drive(group).changes(since).toArray({ limit: 100_000 });
    for (const { node_id, processing_status } of nodes) {
      if (processing_status === 'queued' || processing_status === 'running') open.add(node_id);
      else open.delete(node_id);
    }
    since = nodes.at(-1)?.updated_at ?? since;
    if (open.size === 0) return;
  }
}
