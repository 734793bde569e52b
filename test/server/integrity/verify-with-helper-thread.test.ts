/** Tests the second thread of `srvault verify`: same findings as one thread, and its keys are wiped. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { VerifyFolderOptions } from '#server/integrity/verify/verify-folder.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { codesOf, thaw } from './thawed-vault.ts';

const posted = vi.hoisted(() => ({
  tasks: [] as { kind: string; key?: Uint8Array }[],
  answers: [] as unknown[],
}));
vi.mock('node:worker_threads', async (original) => {
  const actual = await original<typeof import('node:worker_threads')>();
  class Watched extends actual.Worker {
    constructor(...given: ConstructorParameters<typeof actual.Worker>) {
      super(...given);
      this.on('message', (answer) => posted.answers.push(answer));
    }
    override postMessage(task: { kind: string; key?: Uint8Array }): void {
      posted.tasks.push(task);
      super.postMessage(task);
    }
  }
  return { ...actual, Worker: Watched };
});

function damaged() {
  const vault = thaw();
  const ids = { document: '', blob: '', missing: '' };
  vault.edit((db) => {
    const text = (sql: string) => db.prepare<[], string>(sql).pluck().all();
    ids.document = text('SELECT document_id FROM documents ORDER BY document_id')[0] ?? '';
    const [blob = '', missing = ''] = text(
      "SELECT node_id FROM drive_nodes WHERE transfer = 'single' AND status = 'ready' AND size > 0 ORDER BY node_id",
    );
    Object.assign(ids, { blob, missing });
    db.prepare('UPDATE documents SET is_archived = 1 - is_archived WHERE document_id = ?').run(ids.document);
  });
  const fileOf = (id: string) => join(vault.dataDir, 'blobs', id.slice(-2), id);
  const bytes = readFileSync(fileOf(ids.blob));
  bytes[60] = (bytes[60] ?? 0) ^ 1;
  writeFileSync(fileOf(ids.blob), bytes);
  rmSync(fileOf(ids.missing));
  return { vault, ids };
}

function optionsOf({ dataDir, stateDir, clock, opening }: ReturnType<typeof thaw>): VerifyFolderOptions {
  return { dataDir, stateDir, clock, opening };
}

test('what two threads find and count is what one does, in the same order; nothing is left beside the database', async () => {
  const { vault, ids } = damaged();
  const alone = await verifyFolder({ ...optionsOf(vault), isHelped: false });
  expect(posted.tasks).toEqual([]);
  const helped = await verifyFolder({ ...optionsOf(vault), isHelped: true });
  expect(helped).toEqual(alone);
  for (const expected of [
    ['document_damaged', ids.document],
    ['blob_damaged', ids.blob],
    ['blob_missing', ids.missing],
  ])
    expect(codesOf(helped)).toContainEqual(expected);
  // The thread did the work, and this one did not repeat it.
  expect(posted.answers.length).toBeGreaterThan(0);
  expect(posted.answers).not.toContain('failed');
});

test('the copy of the key that both threads see is wiped, also after a wrong passphrase or an end in the middle', async () => {
  const vault = thaw();
  posted.tasks.length = 0;
  await verifyFolder({ ...optionsOf(vault), isHelped: true });
  const stop = new AbortController();
  const stopped = verifyFolder({
    ...optionsOf(vault),
    isHelped: true,
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(stopped).rejects.toThrow(/abort/);
  const keys = posted.tasks.flatMap(({ key }) => (key === undefined ? [] : [key]));
  expect(keys).toHaveLength(2);
  for (const key of keys) expect([...key]).toEqual(new Array(32).fill(0));
  posted.tasks.length = 0;
  const opening = { ...vault.opening, passphrase: 'not the passphrase at all' };
  await expect(verifyFolder({ ...optionsOf(vault), isHelped: true, opening })).rejects.toMatchObject({
    code: 'credential_rejected',
  });
  expect(posted.tasks.map(({ kind }) => kind)).toEqual(['end']);
});
