import { describe, expect, test } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import { historyVault } from '#test/server/integrity/history/history-fixture.ts';

const MINUTE_MS = 61_000;

async function accessesOf(client: VaultClient, id: string, query = {}) {
  const items = await client.audit.accesses(id, query).toArray({ limit: 1_000 });
  return items.map(({ kind, object, outcome, client_cn }) => [
    kind,
    object.type,
    object.id,
    outcome,
    client_cn,
  ]);
}

describe('GET /v1/patients/{id}/accesses', () => {
  test('has who pulled the group, who was refused, and who looked here', async () => {
    const vault = await historyVault();
    await vault.run(async (opened) => {
      const { founder, clock, connect } = opened;
      const id = await vault.createPatient(opened, 'Anna');
      const other = await vault.createPatient(opened, 'Bo');
      const { token } = await founder.credentials.create({
        name: 'Reader',
        groups: [{ security_group_id: vault.group, role: 'viewer' }],
      });
      const reader = connect();
      await reader.session.open({ token });
      clock.advance(MINUTE_MS);
      await reader.travel.pull({ security_group_id: vault.group, after: 0 });
      await expect(reader.patients.delete(id)).rejects.toMatchObject({ code: 'permission_denied' });
      await expect(reader.audit.accesses(id).page()).rejects.toMatchObject({ code: 'permission_denied' });
      await founder.session.open({ device_secret: vault.device_secret });
      expect(await accessesOf(founder, id)).toEqual([
        ['audit_read', 'patients', id, 'done', 'desktop'],
        ['refused', 'patients', id, 'permission_denied', 'desktop'],
        ['refused', 'patients', id, 'permission_denied', 'desktop'],
        ['request_done', null, vault.group, 'done', 'desktop'],
        ['document_created', 'patients', id, 'done', 'desktop'],
      ]);
      const ofOther = await accessesOf(founder, other);
      expect(ofOther.map(([kind]) => kind)).toEqual(['audit_read', 'request_done', 'document_created']);
    });
  });

  test('names a moved exam with both patients, keeps a purged one, and answers for a purged patient', async () => {
    const vault = await historyVault();
    await vault.run(async (opened) => {
      const { founder, clock } = opened;
      const anna = await vault.createPatient(opened, 'Anna');
      const bo = await vault.createPatient(opened, 'Bo');
      const { index } = await founder.exams.create({
        ...{ security_group_id: vault.group, patient_id: anna, record: { title: 'CT' } },
      });
      const exam = index.document_id;
      await founder.exams.get(exam);
      await founder.exams.setPatient(exam, { patient_id: bo });
      clock.advance(MINUTE_MS);
      await founder.session.open({ device_secret: vault.device_secret });
      await founder.exams.get(exam);
      // Reads are written a moment after their response.
      const kinds = async (id: string) =>
        (await accessesOf(founder, id))
          .filter(([, , object]) => object === exam)
          .map(([kind]) => kind)
          .sort();
      expect(await kinds(anna)).toEqual(['document_created', 'document_read', 'document_updated']);
      const all = ['document_created', 'document_read', 'document_read', 'document_updated'];
      expect(await kinds(bo)).toEqual(all);
      await founder.exams.delete(exam);
      await founder.exams.purge(exam);
      // What was the exam of another patient then is theirs no more, once the link is gone.
      expect(await kinds(bo)).toEqual([
        'document_purged',
        'document_read',
        'document_trashed',
        'document_updated',
      ]);
      await founder.patients.delete(anna);
      await founder.patients.purge(anna);
      expect(await kinds(anna)).toHaveLength(3);
      await expect(founder.audit.accesses(exam).page()).resolves.toMatchObject({ next_cursor: null });
    });
  });

  test('keeps to its time, in pages', async () => {
    const vault = await historyVault();
    await vault.run(async (opened) => {
      const { founder, clock } = opened;
      const id = await vault.createPatient(opened, 'Anna');
      for (let n = 0; n < 5; n += 1) {
        clock.advance(MINUTE_MS);
        await founder.patients.get(id);
        // Looking writes what waits.
        await founder.audit.accesses(id).page();
      }
      const all = await accessesOf(founder, id);
      expect(all.filter(([kind]) => kind === 'document_read')).toHaveLength(5);
      expect(await accessesOf(founder, id, { limit: 2 })).toHaveLength(all.length);
      const since = new Date(clock.nowMs() - 2.5 * MINUTE_MS).toISOString();
      const late = await accessesOf(founder, id, { since });
      expect(late.filter(([kind]) => kind === 'document_read')).toHaveLength(3);
      const early = await accessesOf(founder, id, { until: since });
      expect(early.filter(([kind]) => kind === 'document_read')).toHaveLength(2);
    });
  });
});
