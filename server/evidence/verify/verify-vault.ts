/**
 * `srvault verify`: opens everything the person's keys open, and compares all that is in clear with what was signed
 * or authenticated. One damaged item never stops the rest. Knows documents and files only as walks it is given.
 * Source: sealing design B8; choices, "Second part" (Command line).
 */

import { type Finding, finding } from '#contract/evidence/findings.ts';
import { type DocumentId, isUuidV7, type MessageId, type NodeId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { allOrFirstFailure, inTurns } from '#server/access/at-a-time.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import type { Reader } from '#server/evidence/unlock-for-reading.ts';
import { checkAccess } from './access-checks.ts';
import { checkState } from './state-checks.ts';

interface Checked {
  readonly findings: readonly Finding[];
  readonly items: number;
}

interface Walked {
  readonly findings: Finding[];
  objects: number;
  items: number;
}

/** All objects of one kind, in the order of their ids. */
export interface Walk<Id extends string> {
  readonly count: () => number;
  /** `after`: '' before the first. */
  readonly listIdsAfter: (after: string, limit: number) => readonly Id[];
  /** Undefined when the object is gone, or its group's key is not held. */
  readonly check: (
    keyRing: KeyRing,
    id: Id,
    onBytes: (bytes: number) => void,
  ) => Promise<Checked | undefined>;
}

export interface Walks {
  readonly documents: Walk<DocumentId>;
  readonly files: Walk<NodeId>;
  /** What was received and waits to be filed. */
  readonly received: Walk<NodeId>;
  /** The HL7 outbox, sent or not. */
  readonly messages: Walk<MessageId>;
}

export interface Verified {
  readonly findings: readonly Finding[];
  readonly checked: {
    readonly documents: number;
    readonly versions: number;
    readonly files: number;
    readonly received: number;
    readonly messages: number;
    readonly bytes: number;
  };
  /** Rows of groups this person holds no key of: known by name only. */
  readonly unopened: number;
}

export interface VerifyOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

export const NOTHING_CHECKED: Verified['checked'] = {
  ...{ documents: 0, versions: 0, files: 0, received: 0, messages: 0, bytes: 0 },
};

const PAGE = 200;

export async function verifyRows(
  db: SqlEngine,
  reader: Reader,
  walks: Walks,
  { onProgress, signal }: VerifyOptions,
): Promise<Verified> {
  const findings = [...checkAccess(db, reader), ...checkState(db, reader)];
  const { keyRing } = reader.principal;
  const { documents, files, received, messages } = walks;
  const total = documents.count() + files.count() + received.count() + messages.count();
  let done = 0;
  let unopened = 0;
  let bytes = 0;

  async function walk<Id extends string>(objects: Walk<Id>): Promise<Walked> {
    const walked: Walked = { findings: [], objects: 0, items: 0 };
    let ids = objects.listIdsAfter('', PAGE);
    while (ids.length > 0) {
      const outcomes = await inTurns(ids, async (id) => {
        signal?.throwIfAborted();
        const outcome = await unlessUnreadable(id, () =>
          objects.check(keyRing, id, (read) => {
            bytes += read;
          }),
        );
        done += 1;
        onProgress?.(done, total);
        return outcome;
      });
      for (const outcome of outcomes) {
        if (outcome === undefined) unopened += 1;
        else {
          walked.findings.push(...outcome.findings);
          walked.objects += 1;
          walked.items += outcome.items;
        }
      }
      ids = objects.listIdsAfter(ids.at(-1) ?? '', PAGE);
    }
    return walked;
  }

  // All at once: rows are opened while the bytes of files come from the disk.
  const [ofDocuments, ofFiles, ofReceived, ofMessages] = await allOrFirstFailure([
    walk(documents),
    walk(files),
    walk(received),
    walk(messages),
  ]);
  for (const { findings: ofKind } of [ofDocuments, ofFiles, ofReceived, ofMessages]) findings.push(...ofKind);
  const checked = {
    ...{ documents: ofDocuments.objects, versions: ofDocuments.items },
    files: ofFiles.objects,
    received: ofReceived.objects,
    messages: ofMessages.objects,
  };
  return { findings, checked: { ...checked, bytes }, unopened };
}

/** A page of the database that cannot be read is one more finding, and the next object is looked at. */
async function unlessUnreadable(
  id: string,
  check: () => Promise<Checked | undefined>,
): Promise<Checked | undefined> {
  try {
    return await check();
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { findings: [finding('database_damaged', isUuidV7(id) ? id : null)], items: 0 };
  }
}

export function isSqliteError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}

/** Two looks at the same thing find it twice; the list says it once. */
export function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((each) => [`${each.code} ${each.id}`, each]));
  return [...seen.values()];
}

/** For a list that is not the one that was signed: no key can be believed, so nothing is opened. */
export function unverifiable(): Verified {
  return { findings: [finding('membership_damaged')], checked: NOTHING_CHECKED, unopened: 0 };
}
