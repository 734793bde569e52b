/** Tests roll-backs by an attacker with folder access: any state older than this computer has seen is detected. */
import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { historyVault } from './history-fixture.ts';

const DOCUMENT_TABLES = ['documents', 'document_versions'];
/** The log of an older folder ends before the entry that this computer saw last. */
const CUT_LOG = ['audit_cut', expect.stringMatching(/^\d+$/)];

/** Creates a patient of two states; `before` is the folder of the first. */
async function patientOfTwoStates() {
  const vault = await historyVault();
  const id = await vault.run((opened) => vault.createPatient(opened, 'Anna Ek'));
  vault.copy('before');
  await vault.run(async ({ founder }) => {
    await founder.patients.update(id, {
      record: { legal_name: 'Anna Lind' },
      expected_latest_version_id: null,
    });
  });
  return { ...vault, id };
}

describe('a whole folder set back', () => {
  test('is refused, also with its counters edited, and opens once that is accepted', async () => {
    const vault = await patientOfTwoStates();
    vault.putBack('before');
    await expect(vault.open()).rejects.toThrow(/older than it was/);
    vault.edit((db) => db.exec('UPDATE service_state SET commit_count = 1000000'));
    await expect(vault.open()).rejects.toThrow(/older than it was/);
    vault.edit((db) => db.exec('UPDATE service_state SET epoch = 2'));
    await expect(vault.open()).rejects.toThrow(/begun anew/);
  });

  test('is refused with the newer history pasted over its own', async () => {
    const vault = await patientOfTwoStates();
    vault.copy('after');
    vault.putBack('before');
    vault.paste('after', ['service_state', 'commit_links']);
    await expect(vault.open()).rejects.toThrow(/older than it was/);
  });

  test('is noticed at the unlock when the newer digests are pasted, too', async () => {
    const vault = await patientOfTwoStates();
    vault.copy('after');
    vault.putBack('before');
    vault.paste('after', ['service_state', 'commit_links', 'state_digests']);
    expect(await vault.findings()).toEqual([CUT_LOG, ['state_differs', vault.group]]);
  });

  test('is refused when its digest says that it is newer, and noticed where the counters do', async () => {
    const vault = await patientOfTwoStates();
    vault.copy('after');
    vault.putBack('before');
    vault.paste('after', ['service_state', 'commit_links']);
    vault.edit((db) => {
      db.exec('UPDATE state_digests SET commit_count = 1000000');
      db.exec('UPDATE service_state SET commit_count = 1000000');
    });
    expect(await vault.findings()).toEqual([CUT_LOG, ['state_differs', vault.group]]);
  });
});

describe('rows changed in a folder that nobody serves', () => {
  test('a document put back to an older, wholly consistent state is noticed', async () => {
    const vault = await patientOfTwoStates();
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    await vault.run(async ({ founder, services }) => {
      // Reads still work, with the finding as a warning.
      expect((await founder.patients.get(vault.id)).record).toMatchObject({ legal_name: 'Anna Ek' });
      expect(services.health.findings()).toMatchObject([{ code: 'state_differs', id: vault.group }]);
    });
  });

  test('and verify names it, also on a computer that has no anchor, until it is right or written anew', async () => {
    const vault = await patientOfTwoStates();
    const node = await vault.run(async (opened) => {
      await vault.createPatient(opened, 'Another');
      return (await opened.founder.drive(vault.group).mkdir({ name: 'Scans' })).node_id;
    });
    const verified = async () =>
      (
        await verifyFolder({
          dataDir: vault.dataDir,
          stateDir: testTempDir(),
          opening: { passphrase: FOUNDING.passphrase },
        })
      ).findings
        .filter(({ code }) => code !== 'reference_broken')
        .map(({ code, id }) => [code, id]);
    expect(await verified()).toEqual([]);
    vault.copy('after');
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    vault.edit((db) => db.exec('DELETE FROM state_digests'));
    expect(await verified()).toEqual([
      ['state_differs', vault.group],
      ['document_set_back', vault.id],
    ]);
    vault.putBack('after');
    await vault.run(async ({ founder }) => {
      await founder.patients.delete(vault.id);
      await founder.patients.purge(vault.id);
      await founder.drive(vault.group).delete(node);
      await founder.drive(vault.group).purge(node);
    });
    expect(await verified()).toEqual([]);
  });

  test('what an administrator took for right is named no more', async () => {
    const vault = await patientOfTwoStates();
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    const verified = async () => {
      const { dataDir, stateDir } = vault;
      const { findings } = await verifyFolder({
        dataDir,
        stateDir,
        opening: { passphrase: FOUNDING.passphrase },
      });
      return findings.map(({ code }) => code);
    };
    expect(await verified()).toEqual(['state_differs', 'document_set_back']);
    await vault.run(({ founder }) =>
      founder.findings.decide({ code: 'state_differs', id: vault.group, decision: 'keep' }),
    );
    expect(await verified()).toEqual([]);
  });

  test.each<[string, (db: { exec: (sql: string) => void }) => unknown]>([
    ['deleted', (db) => db.exec('DELETE FROM documents')],
    ['without its digest', (db) => db.exec('DELETE FROM state_digests')],
  ])('a row or digest %s is noticed', async (what, change) => {
    const vault = await patientOfTwoStates();
    vault.edit(change);
    if (what === 'deleted') expect(await vault.findings()).toEqual([['state_differs', vault.group]]);
    else await expect(vault.open()).rejects.toThrow(/older than it was/);
  });

  test.each([
    ['its digest', 'DELETE FROM state_digests'],
    ['its digest and every row', 'DELETE FROM state_digests; DELETE FROM documents'],
  ])('a group without %s is noticed on a computer that has never served it', async (_what, taken) => {
    const vault = await patientOfTwoStates();
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    vault.edit((db) => db.exec(taken));
    rmSync(vault.stateDir, { recursive: true });
    expect(await vault.findings()).toEqual([['state_differs', vault.group]]);
    // Later writes do not clear the finding.
    await vault.run((opened) => vault.createPatient(opened, 'Another'));
    expect(await vault.findings()).toEqual([['state_differs', vault.group]]);
  });

  test('a file that was purged and put in again is noticed', async () => {
    const vault = await historyVault();
    const id = await vault.run(async ({ founder }) => {
      const { node_id } = await founder.drive(vault.group).mkdir({ name: 'Scans' });
      return node_id;
    });
    vault.copy('before');
    await vault.run(async ({ founder }) => {
      await founder.drive(vault.group).delete(id);
      await founder.drive(vault.group).purge(id);
    });
    vault.paste('before', ['drive_nodes'], `node_id = '${id}'`);
    expect(await vault.findings()).toEqual([['state_differs', vault.group]]);
    expect(await vault.verified()).toEqual([
      ['state_differs', vault.group],
      ['purge_undone', id],
    ]);
  });

  test('a document that was purged and put in again is named by verify, until that is accepted', async () => {
    const vault = await patientOfTwoStates();
    vault.copy('before-purge');
    await vault.run(async ({ founder }) => {
      await founder.patients.delete(vault.id);
      await founder.patients.purge(vault.id);
    });
    expect(await vault.verified()).toEqual([]);
    vault.paste('before-purge', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    expect(await vault.verified()).toEqual([
      ['state_differs', vault.group],
      ['purge_undone', vault.id],
    ]);
    await vault.run(({ founder }) =>
      founder.findings.decide({ code: 'state_differs', id: vault.group, decision: 'keep' }),
    );
    expect(await vault.verified()).toEqual([]);
  });

  test('what stands right again is no finding any more, and nothing is one after ordinary work', async () => {
    const vault = await patientOfTwoStates();
    vault.copy('after');
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    expect(await vault.findings()).toEqual([['state_differs', vault.group]]);
    vault.paste('after', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    expect(await vault.findings()).toEqual([]);
  });

  test('an administrator may take the rows for right; later work is counted from there', async () => {
    const vault = await patientOfTwoStates();
    vault.paste('before', DOCUMENT_TABLES, `document_id = '${vault.id}'`);
    await vault.run(async ({ founder, services }) => {
      await founder.findings.decide({ code: 'state_differs', id: vault.group, decision: 'keep' });
      expect(services.health.findings()).toEqual([]);
      await founder.patients.update(vault.id, {
        record: { legal_name: 'Anna Berg' },
        expected_latest_version_id: null,
      });
    });
    expect(await vault.findings()).toEqual([]);
  });
});

describe('a vault that was not closed', () => {
  test('is refused where the anchor knows of more', async () => {
    const vault = await historyVault();
    const served = await vault.open();
    await vault.createPatient(served, 'Anna Ek');
    vault.copy('crashed');
    await served.close();
    vault.putBack('crashed');
    await expect(vault.open()).rejects.toThrow(/older than it was/);
  });

  test('goes on from what was committed after the anchor was written, without a finding', async () => {
    const vault = await historyVault();
    const served = await vault.open();
    await vault.createPatient(served, 'Anna Ek');
    vault.copy('crashed');
    vault.copyState('state-then');
    await served.close();
    vault.putBack('crashed');
    vault.putBackState('state-then');
    await vault.run(async ({ founder, services }) => {
      expect((await founder.patients.list().toArray({ limit: 9 })).length).toBe(1);
      expect(services.health.findings()).toEqual([]);
    });
  });
});

describe('a rotation', () => {
  test('moves every row to the sum of the new generation, and the old sum goes', async () => {
    const vault = await historyVault();
    await vault.run(async (opened) => {
      await vault.createPatient(opened, 'Anna Ek');
      await opened.founder.drive(vault.group).mkdir({ name: 'Scans' });
      const { credential_id } = await opened.founder.credentials.create({
        name: 'PACS bridge',
        groups: [{ security_group_id: vault.group, role: 'editor' }],
      });
      await opened.founder.credentials.revoke(credential_id);
      await opened.services.rotations.whenIdle();
    });
    expect(await vault.findings()).toEqual([]);
    vault.edit((db) => {
      const digests = db.prepare('SELECT generation, row_count FROM state_digests').all();
      expect(digests).toEqual([{ generation: 2, row_count: 2 }]);
    });
  });
});

describe('what is committed while a count goes on', () => {
  test('is counted once, wherever the count has come to', async () => {
    const vault = await historyVault();
    await vault.run(async (opened) => {
      const { founder, services, clock } = opened;
      const ids = [];
      for (let n = 0; n < 8; n += 1) ids.push(await vault.createPatient(opened, `Patient ${n}`));
      clock.advance(2 * 60 * 60 * 1000);
      await founder.session.open({ device_secret: vault.device_secret });
      const work = ids.map(async (id) => {
        await founder.patients.update(id, {
          record: { legal_name: 'Changed' },
          expected_latest_version_id: null,
        });
        await founder.patients.delete(id);
        await founder.patients.purge(id);
        await vault.createPatient(opened, 'New');
      });
      services.stateCheck.request();
      await Promise.all(work);
      await services.stateCheck.whenIdle();
      await services.health.whenIdle();
      expect(services.health.findings()).toEqual([]);
    });
    expect(await vault.findings()).toEqual([]);
  });
});
