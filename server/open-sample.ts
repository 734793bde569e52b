/** What was moved, opened where it went: so many documents and files, chosen by chance. */
import type { Finding } from '#contract/evidence/findings.ts';
import type { DocumentId, NodeId } from '#contract/ids.ts';
import { randomBelow } from '#crypto/random.ts';
import type { Clock } from './access/clock.ts';
import type { Reader } from './evidence/unlock-for-reading.ts';
import type { MovingEnd } from './migrate-ends.ts';
import { walksOver } from './verify-folder.ts';

/** At least. */
const VERSIONS_OPENED = 100;
const FILES_OPENED = 16;

/** Versions, with the documents they are of, and files, opened where they went. */
export async function openSample(
  { db, blobs }: MovingEnd,
  reader: Reader,
  clock: Clock,
): Promise<{ versions: number; findings: Finding[] }> {
  const walks = walksOver(db, blobs, reader, clock);
  const { keyRing } = reader.principal;
  const findings: Finding[] = [];
  const documents = db.prepare<[], DocumentId>('SELECT document_id FROM documents').pluck().all();
  let versions = 0;
  while (versions < VERSIONS_OPENED && documents.length > 0) {
    const [id] = documents.splice(randomBelow(documents.length), 1);
    const outcome = id && (await walks.documents.check(keyRing, id, () => undefined));
    if (!outcome) continue;
    versions += outcome.items;
    findings.push(...outcome.findings);
  }
  const files = db.prepare<[], NodeId>('SELECT node_id FROM drive_nodes').pluck().all();
  for (let taken = 0; taken < FILES_OPENED && files.length > 0; taken += 1) {
    const [id] = files.splice(randomBelow(files.length), 1);
    const outcome = id && (await walks.files.check(keyRing, id, () => undefined));
    if (outcome) findings.push(...outcome.findings);
  }
  return { versions, findings };
}
