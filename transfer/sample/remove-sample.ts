/**
 * Removes the sample practice: erases every patient whose sealed summary says sample, with all that was written for
 * them, and purges marked exams without a patient. The server lets no real record have the mark.
 */
import type { VaultClient } from '#sdk/client.ts';

export interface SampleContents {
  readonly patients: readonly string[];
  /** Exams in every state, also those of the patients. */
  readonly exams: number;
  /** Exams of no patient, as copies are. */
  readonly loose: readonly string[];
}

export async function findSample(client: VaultClient, signal: AbortSignal): Promise<SampleContents> {
  const patients: string[] = [];
  for await (const { index, summary } of client.patients.list({ state: 'all', limit: 200 }, { signal })) {
    if (summary?.sample === true) patients.push(index.document_id);
  }
  const loose: string[] = [];
  let exams = 0;
  for await (const { index, summary } of client.exams.list({ state: 'all', limit: 200 }, { signal })) {
    if (summary?.sample !== true) continue;
    exams += 1;
    if ((index.meta.patient_id ?? null) === null) loose.push(index.document_id);
  }
  return { patients, exams, loose };
}

/** @throws errors of the API; what is left keeps its mark, and doing it again continues */
export async function removeSample(
  client: VaultClient,
  { patients, loose }: SampleContents,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  for (const id of patients) await client.patients.erase(id, { reason }, { signal });
  for (const id of loose) {
    const { index } = await client.exams.get(id, {}, { signal });
    if (!index.is_deleted) await client.exams.delete(id, { signal });
    await client.exams.purge(id, { signal });
  }
}
