/**
 * `npm run test:long -- contention [--rounds N]`: concurrent writers that all expect the same version of one patient,
 * each with its own connection and session. Source: evidence design, D-7.
 */

import { startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';

const WRITERS = 64;

export const CONTENTION: Lane = {
  name: 'contention',
  proves: 'Of writers that expect the same version exactly one is answered, and its text stands.',
  unit: 'rounds',
  times: 1000,
  run: contention,
};

async function contention(rounds: number, say: (text: string) => void): Promise<LaneOutcome> {
  const here = await startInProcessVault('contention');
  const found: string[] = [];
  try {
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => here.connect()));
    const created = await here.client.patients.create({
      security_group_id: here.group,
      record: record('nobody'),
    });
    const id = created.index.document_id;
    let head = created.version_id;
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all(writers.map((writer, at) => write(writer, id, head, at)));
      const won = answers.flatMap((answer, at) => (answer === 'done' ? [at] : []));
      const others = answers.filter((answer) => answer !== 'done' && answer !== 'version_conflict');
      if (won.length !== 1) found.push(`round ${round}: ${won.length} writers were answered`);
      if (others.length > 0) found.push(`round ${round}: ${[...new Set(others)].join(', ')}`);
      const now = await here.client.patients.get(id);
      if (now.record.internal_notes !== `writer ${won[0]}`) found.push(`round ${round}: another text stands`);
      head = now.version_id;
      if (round % 100 === 0) say(`${round} rounds`);
    }
    const versions = await here.client.patients.versions(id).toArray({ limit: rounds + 2 });
    if (versions.length !== rounds + 1) found.push(`${versions.length} versions after ${rounds} rounds`);
    found.push(...(await here.stopAndVerify()));
    return { ran: `${rounds.toLocaleString('en')} rounds of ${WRITERS} writers, folder verified`, found };
  } finally {
    await here.remove();
  }
}

const record = (writer: string) => ({ display_name: 'Contended', internal_notes: writer });

/** Returns `done`, or the error code. */
async function write(writer: VaultClient, id: string, head: string | null, at: number): Promise<string> {
  try {
    await writer.patients.update(id, { record: record(`writer ${at}`), expected_latest_version_id: head });
    return 'done';
  } catch (error) {
    return error instanceof VaultApiError ? error.code : String(error);
  }
}
