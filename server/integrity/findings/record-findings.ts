/**
 * Stores the open findings of this vault in the database until resolved, so that `doctor` reports them without a key.
 * Services report findings; this file decides and removes nothing.
 * Source: sealing design B10, B13.
 */

import { FINDINGS, type Finding, type FindingCode, finding } from '#contract/maintenance/findings.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createFindingsStore } from '#server/storage/health/findings-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { nowInstant } from '#server/system/clock.ts';

export interface FindingsRecorder extends FindingsPort {
  /** Call when another server may have reported or resolved some. */
  readonly onForeignWrites: () => void;
  /** Open findings, oldest first. Needs no key. */
  readonly findings: () => Finding[];
  /** Resolves when all reported findings are durable. */
  readonly whenIdle: () => Promise<void>;
}

export interface FindingsRecorderDeps {
  readonly db: SqlEngine;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export function createFindingsRecorder({
  db,
  commits,
  clock,
  onFailure,
}: FindingsRecorderDeps): FindingsRecorder {
  const store = createFindingsStore(db);
  let known: Set<string> | undefined;
  let last: Promise<void> = Promise.resolve();

  function write(body: () => void): void {
    last = commits.write(body).catch(onFailure);
  }

  function standing(): Set<string> {
    known ??= new Set(store.list().map(keyOf));
    return known;
  }

  return {
    onForeignWrites() {
      known = undefined;
    },
    report(code, id) {
      if (standing().has(keyOf({ code, id }))) return;
      standing().add(keyOf({ code, id }));
      write(() => store.insert({ code, id, found_at: nowInstant(clock) }));
    },
    resolve(code, id) {
      if (standing().delete(keyOf({ code, id }))) write(() => store.delete(code, id));
    },
    findings: () =>
      store.list().flatMap(({ code, id }) => (isCode(code) ? [finding(code, id === '' ? null : id)] : [])),
    whenIdle: () => last,
  };
}

function keyOf({ code, id }: { readonly code: string; readonly id: string }): string {
  return `${code} ${id}`;
}

function isCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDINGS, code);
}
