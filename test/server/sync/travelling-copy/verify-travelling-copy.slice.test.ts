/** Tests doctor, verify, backup and restore on a travelling copy's folder, which stays one. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import { verifyAuditLog } from '#server/integrity/audit/verify-audit-log.ts';
import { backupFolder, restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { migrateVault } from '#server/integrity/migrate/migrate-vault.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { startClinic } from '#test/support/travelling.ts';
import { contentOf, textFile } from './drive-trees.ts';
import { textOf, write, written } from './exam-texts.ts';

/** Creates the copy of a member without administrator rights, with a pending change. */
async function travelled() {
  const clinic = await startClinic();
  await clinic.client().credentials.create({
    name: 'PACS',
    groups: [{ security_group_id: clinic.group, role: 'viewer' }],
  });
  const { exam } = await written(clinic.client(), clinic, 'at the clinic');
  const drive = clinic.client().drive(clinic.group);
  const here = await drive.upload(textFile('taken along'), { name: 'here.txt', exam_id: exam });
  await drive.upload(textFile('left there'), { name: 'there.txt' });
  const person = await clinic.invite('editor');
  const laptop = await clinic.takeAlong({ person });
  await laptop.exchange();
  await contentOf(laptop.client.drive(clinic.group), here.node_id);
  await clinic.stop();
  await write(laptop.client, exam, 'written away');
  const { dataDir, stateDir } = laptop;
  const target = join(testTempDir(), 'backups');
  const restored = join(testTempDir(), 'restored');
  const opening = { passphrase: person.passphrase };
  return {
    ...{ clinic, exam, laptop, person, dataDir, stateDir, target, restored, opening },
    backup: () => backupFolder({ dataDir, target, opening }),
    restore: () => restoreFolder({ from: target, dataDir: restored, stateDir, opening }),
  };
}

const codes = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);
const examined = (dataDir: string, stateDir: string) =>
  codes(examineFolder({ dataDir, stateDir, nowMs: Date.now() }));

describe('the folder of a travelling copy', () => {
  test('is looked over and verified like any other, served or not', async () => {
    const { laptop, dataDir, stateDir, opening } = await travelled();
    expect(examined(dataDir, stateDir)).toEqual([]);
    expect(codes(await verifyFolder({ dataDir, stateDir, opening }))).toEqual([]);
    await laptop.close();
    const { checks, findings } = examineFolder({ dataDir, stateDir, nowMs: Date.now() });
    expect(findings).toEqual([]);
    expect(checks.find(({ name }) => name === 'copy')?.what).toMatch(/^of workspace /);
    const verified = await verifyFolder({ dataDir, stateDir, opening });
    expect(verified).toMatchObject({ findings: [], checked: { documents: 2, versions: 3 } });
    expect(codes(await verifyAuditLog({ dataDir, stateDir, opening }))).toEqual([]);
  });

  test('is backed up by whom it is of, comes back as the same copy, and brings back what waited', async () => {
    const { clinic, exam, laptop, stateDir, restored, opening, backup, restore, target } = await travelled();
    const snapshot = await backup();
    expect(snapshot.findings).toEqual([]);
    for (const file of readdirSync(snapshot.path, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(readFileSync(join(file.parentPath, file.name)).includes('PRIVATE KEY')).toBe(false);
    await laptop.close();
    expect(await restore()).toMatchObject({ restored: true, findings: [] });
    expect(examined(restored, stateDir)).toEqual([]);
    expect(codes(await verifyFolder({ dataDir: restored, stateDir, opening }))).toEqual([]);
    expect(existsSync(target)).toBe(true);
    await clinic.start();
    rmSync(laptop.dataDir, { recursive: true });
    renameSync(restored, laptop.dataDir);
    const again = await laptop.reopen();
    expect(await again.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    expect(await textOf(clinic.client(), exam)).toBe('written away');
  });

  test('without its mark opens as nothing, is not restored, and is never moved', async () => {
    const { laptop, dataDir, stateDir, backup, restore, restored } = await travelled();
    const snapshot = await backup();
    await laptop.close();
    rmSync(join(snapshot.path, 'copy'));
    expect(await restore()).toMatchObject({ restored: false });
    expect(existsSync(restored)).toBe(false);
    await expect(migrateVault({ from: dataDir, dataDir: restored, stateDir })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    rmSync(join(dataDir, 'copy'));
    await expect(openVault({ dataDir, stateDir })).rejects.toThrow(
      /marker file of this travelling copy is missing/,
    );
  });

  test('says what of it is damaged', async () => {
    const { laptop, dataDir, stateDir } = await travelled();
    await laptop.close();
    const mark = join(dataDir, 'copy');
    const whole = readFileSync(mark, 'utf8');
    writeFileSync(mark, JSON.stringify({ ...JSON.parse(whole), is_whole: false }));
    expect(examined(dataDir, stateDir)).toEqual(['copy_unfinished']);
    writeFileSync(mark, '{');
    expect(examined(dataDir, stateDir)).toEqual(['copy_damaged']);
    writeFileSync(mark, whole);
    rmSync(join(dataDir, 'clinic', 'client.key'));
    expect(examined(dataDir, stateDir)).toEqual(['clinic_damaged']);
  });

  test('a backup of a copy opens with nobody else’s passphrase', async () => {
    const { stateDir, restored, target, laptop, backup } = await travelled();
    await backup();
    await laptop.close();
    const opening = { passphrase: CLINIC_PASSPHRASE };
    await expect(restoreFolder({ from: target, dataDir: restored, stateDir, opening })).rejects.toMatchObject(
      {
        code: 'credential_rejected',
      },
    );
    expect(existsSync(restored)).toBe(false);
  });
});
