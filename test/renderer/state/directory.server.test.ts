import './page-globals.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { vault } from '#renderer/api/vault-client.ts';
import { examCache, loadRecordCaches, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { runWipe } from '#renderer/state/session/lock-hooks.ts';
import { enterVault, lock, openSession } from '#renderer/state/session/session-store.ts';
import { PASSPHRASE } from '#test/support/live-vault.ts';
import { pageVault } from './page-vault.ts';

const page = pageVault();

const createExam = (title: string) =>
  page
    .vault()
    .admin.exams.create({ security_group_id: page.vault().group, patient_id: null, record: { title } });
const titles = () => [...examCache.use.getState().rows.values()].map((row) => row.summary?.title);

beforeEach(async () => {
  await openSession({ passphrase: PASSPHRASE });
  await enterVault();
  page.sent.length = 0;
});

afterEach(async () => {
  page.isCut = false;
  page.onSend = undefined;
  await lock('asked');
});

describe('createDirectory', () => {
  test('reads everything, and after that only what is new', async () => {
    await createExam('CT head');
    await loadRecordCaches();
    expect(examCache.use.getState().progress).toBe('complete');
    expect(titles()).toContain('CT head');
    const second = await createExam('MR knee');
    await examCache.refresh();
    expect(titles()).toEqual(expect.arrayContaining(['CT head', 'MR knee']));
    expect(examCache.use.getState().rows.get(second.index.document_id)?.seq).toBe(1);
  });

  test('a load that is asked for twice runs once', async () => {
    await Promise.all([examCache.load(), examCache.load()]);
    expect(page.sent.filter((line) => line === 'GET /v1/exams')).toHaveLength(1);
  });

  test('what this window changes while a page is on the way is kept', async () => {
    const [kept, gone] = [await createExam('CT spine'), await createExam('XR wrist')];
    const early = { ...kept, summary: kept.summary && { ...kept.summary, title: 'CT spine, sealed since' } };
    await examCache.load();
    page.onSend = (line) => {
      if (line !== 'GET /v1/exams') return;
      examCache.put(early);
      examCache.remove(gone.index.document_id);
    };
    await examCache.load();
    expect(titles()).toContain('CT spine, sealed since');
    expect(titles()).not.toContain('XR wrist');
  });

  test('a failed load says so; the next one mends it', async () => {
    page.isCut = true;
    await examCache.load();
    expect(examCache.use.getState().progress).toBe('failed');
    expect(examCache.use.getState().error).toBeDefined();
    page.isCut = false;
    await examCache.refresh();
    expect(examCache.use.getState()).toMatchObject({ progress: 'complete', error: undefined });
  });

  test('a page that arrives after a lock’s wipe is dropped', async () => {
    await createExam('XR hand');
    page.onSend = (line) => {
      if (line === 'GET /v1/exams') runWipe();
    };
    await examCache.load();
    expect(examCache.use.getState()).toMatchObject({ progress: 'empty', error: undefined });
    expect(examCache.use.getState().rows.size).toBe(0);
  });

  test('a failure that arrives after a wipe is dropped too', async () => {
    page.onSend = () => {
      runWipe();
      page.isCut = true;
    };
    await patientCache.load();
    expect(patientCache.use.getState()).toMatchObject({ progress: 'empty', error: undefined });
  });

  test('acts of this window change their row at once', async () => {
    const view = await createExam('US neck');
    const id = view.index.document_id;
    examCache.put(view);
    expect(examCache.use.getState().rows.get(id)?.is_archived).toBe(false);
    examCache.putIndex(await vault().exams.archive(id));
    const row = examCache.use.getState().rows.get(id);
    expect(row).toMatchObject({ is_archived: true, summary: { title: 'US neck' } });
    examCache.remove(id);
    expect(examCache.use.getState().rows.has(id)).toBe(false);
  });

  test('an index of a row nobody has read adds none', async () => {
    const view = await createExam('CT chest');
    examCache.putIndex(view.index);
    expect(examCache.use.getState().rows.size).toBe(0);
  });
});
