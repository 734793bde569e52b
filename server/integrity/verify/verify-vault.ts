/**
 * `srvault verify`: opens everything the person's keys open, and compares all plaintext with what was signed or
 * authenticated. One damaged item never stops the rest. Documents and files are reached only through the `Walk`
 * interface.
 * Source: sealing design B8; choices, "Second part" (Command line).
 */

import { type DocumentId, isUuidV7, type MessageId, type NodeId } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { allSettledOrThrow, mapWithConcurrency } from '#server/system/concurrency/map-with-concurrency.ts';
import { checkAccess } from './access-checks.ts';
import { checkState } from './state-checks.ts';

export interface Checked {
  readonly findings: readonly Finding[];
  readonly items: number;
}

/** All objects of one kind, in the order of their ids. */
export interface Walk<Id extends string> {
  readonly count: () => number;
  /** Lists ids page by page; `after` is '' for the first page. */
  readonly listIdsAfter: (after: string, limit: number) => readonly Id[];
  /** Verifies one object. Undefined when it is gone, or its group's key is unavailable. */
  readonly check: (
    keyRing: KeyRing,
    id: Id,
    onBytes: (bytes: number) => void,
  ) => Promise<Checked | undefined>;
}

interface IdOf {
  readonly documents: DocumentId;
  readonly files: NodeId;
  /** Received items waiting to be filed. */
  readonly received: NodeId;
  /** Messages of the HL7 outbox, sent or not. */
  readonly messages: MessageId;
}

export type Walks = { readonly [K in Kind]: Walk<IdOf[K]> };

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
  /** Number of rows in groups whose key the person lacks: not verified. */
  readonly unopened: number;
}

/** Order of findings in the report. */
const KINDS = ['documents', 'files', 'received', 'messages'] as const;
type Kind = (typeof KINDS)[number];

/** A slice of objects of one kind, in id order. */
export interface Page<K extends Kind = Kind> {
  readonly kind: K;
  readonly ids: readonly IdOf[K][];
}

export interface CheckedPage {
  /** The result for each id; undefined as in `Walk`. */
  readonly outcomes: readonly (Checked | undefined)[];
  /** Number of opened bytes of files. */
  readonly bytes: number;
}

export type CheckPage = (page: Page) => Promise<CheckedPage>;

export interface VerifyOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** A travelling copy has only rows of its person's groups and their members. */
  readonly isCopy?: boolean;
}

export const NOTHING_CHECKED: Verified['checked'] = {
  ...{ documents: 0, versions: 0, files: 0, received: 0, messages: 0, bytes: 0 },
};

/** Small pages for files, because one may have 16 GiB and occupies one of two threads. */
const PAGE_SIZES: Readonly<Record<Kind, number>> = { documents: 100, files: 8, received: 16, messages: 100 };

/**
 * Order for one thread; the other uses the reverse, so that rows are opened while file bytes are read from the disk.
 */
const ROWS_FIRST: readonly Kind[] = ['documents', 'messages', 'received', 'files'];
const FILES_FIRST: readonly Kind[] = ['files', 'received', 'messages', 'documents'];

/** `helper`: verifies in parallel over another connection in another thread; without it this thread does everything. */
export async function verifyRows(
  db: SqlEngine,
  reader: Reader,
  walks: Walks,
  { onProgress, signal, isCopy = false }: VerifyOptions,
  helper?: CheckPage,
): Promise<Verified> {
  const here = pageChecker(walks, reader.principal.keyRing, signal);
  const pages = createPages(walks);
  const total = KINDS.reduce((sum, kind) => sum + walks[kind].count(), 0);
  const counts: { -readonly [Name in keyof Verified['checked']]: number } = { ...NOTHING_CHECKED };
  /** Pages with findings; intact ones are only counted. */
  const found: { readonly kind: Kind; readonly number: number; readonly findings: readonly Finding[] }[] = [];
  let unopened = 0;
  let done = 0;
  let hasFailed = false;

  async function check(order: readonly Kind[], checkPage: CheckPage): Promise<void> {
    try {
      for (let page = pages.next(order); page !== undefined && !hasFailed; page = pages.next(order)) {
        signal?.throwIfAborted();
        take(page, await checkPage(page));
        done += page.ids.length;
        onProgress?.(done, total);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }

  function take({ kind, number }: NumberedPage, { outcomes, bytes }: CheckedPage): void {
    const opened = outcomes.filter((outcome) => outcome !== undefined);
    unopened += outcomes.length - opened.length;
    counts[kind] += opened.length;
    counts.bytes += bytes;
    if (kind === 'documents') counts.versions += opened.reduce((sum, { items }) => sum + items, 0);
    const ofPage = opened.flatMap((outcome) => outcome.findings);
    if (ofPage.length > 0) found.push({ kind, number, findings: ofPage });
  }

  const findings: Finding[] = [];
  async function checkRows(): Promise<void> {
    try {
      findings.push(...checkAccess(db, reader, isCopy), ...checkState(db, reader, isCopy));
    } catch (error) {
      hasFailed = true;
      throw error;
    }
    await check(ROWS_FIRST, here);
  }
  await allSettledOrThrow([check(FILES_FIRST, helper ?? here), checkRows()]);

  const inOrder = found.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.number - b.number);
  for (const { findings: ofPage } of inOrder) findings.push(...ofPage);
  return { findings, checked: counts, unopened };
}

interface NumberedPage extends Page {
  readonly number: number;
}

/** Hands out pages so that each object is verified once. */
function createPages(walks: Walks) {
  const ends = new Map<Kind, string>();
  let number = 0;

  function nextOf(kind: Kind): NumberedPage | undefined {
    const after = ends.get(kind) ?? '';
    const ids = walks[kind].listIdsAfter(after, PAGE_SIZES[kind]);
    const end = ids.at(-1);
    if (end === undefined) return undefined;
    ends.set(kind, end);
    number += 1;
    return { kind, ids, number };
  }

  return {
    /** The next page of the first kind in `order` that has any left. */
    next(order: readonly Kind[]): NumberedPage | undefined {
      for (const kind of order) {
        const page = nextOf(kind);
        if (page !== undefined) return page;
      }
      return undefined;
    },
  };
}

export function pageChecker(walks: Walks, keyRing: KeyRing, signal?: AbortSignal): CheckPage {
  return async <K extends Kind>({ kind, ids }: Page<K>) => {
    const walk: Walk<IdOf[K]> = walks[kind];
    let bytes = 0;
    const outcomes = await mapWithConcurrency(ids, (id) => {
      signal?.throwIfAborted();
      return unlessUnreadable(id, () =>
        walk.check(keyRing, id, (read) => {
          bytes += read;
        }),
      );
    });
    return { outcomes, bytes };
  };
}

/** An unreadable page of the database becomes a finding, and the check continues with the next object. */
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

/** Removes duplicates, because two checks may find the same problem. */
export function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((each) => [`${each.code} ${each.id}`, each]));
  return [...seen.values()];
}

/** The result for an invalid membership list: no key can be trusted, so nothing is opened. */
export function unverifiedResult(): Verified {
  return { findings: [finding('membership_damaged')], checked: NOTHING_CHECKED, unopened: 0 };
}
