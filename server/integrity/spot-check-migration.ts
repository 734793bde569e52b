/** Opens a random sample of documents and files in the new place of a migrated vault. */

import type { DocumentId, NodeId } from '#contract/ids.ts';
import type { Finding } from '#contract/maintenance/findings.ts';
import type { Clock } from '#server/system/clock.ts';
import type { MigrationEndpoint } from './migrate/migration-endpoints.ts';
import type { Reader } from './unlock-read-only.ts';
import { walksOver } from './verify/verify-folder.ts';

/** Minimum number of versions to open. */
const VERSIONS_OPENED = 100;
/** More documents than needed, because the person may lack the keys of some groups. */
const DOCUMENTS_TRIED = 1_000;
const FILES_OPENED = 16;

/** Opens versions, with their documents, and files. */
export async function spotCheck(
  { db, blobs }: MigrationEndpoint,
  reader: Reader,
  clock: Clock,
): Promise<{ versions: number; findings: Finding[] }> {
  const walks = walksOver(db, blobs, reader, clock);
  const { keyRing } = reader.principal;
  const findings: Finding[] = [];
  // The database's own randomness suffices: the sample guards against errors, not against the person who migrates.
  const documents = db
    .prepare<[number], DocumentId>('SELECT document_id FROM documents ORDER BY random() LIMIT ?')
    .pluck()
    .all(DOCUMENTS_TRIED);
  let versions = 0;
  for (const id of documents) {
    if (versions >= VERSIONS_OPENED) break;
    const outcome = await walks.documents.check(keyRing, id, () => undefined);
    if (!outcome) continue;
    versions += outcome.items;
    findings.push(...outcome.findings);
  }
  const files = db
    .prepare<[number], NodeId>('SELECT node_id FROM drive_nodes ORDER BY random() LIMIT ?')
    .pluck()
    .all(FILES_OPENED);
  for (const id of files) {
    const outcome = await walks.files.check(keyRing, id, () => undefined);
    if (outcome) findings.push(...outcome.findings);
  }
  return { versions, findings };
}
