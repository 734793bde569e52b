/**
 * Checks that a frozen vault of an older format still works: this build opens it, reads everything, writes to it, and
 * verifies the result. The clock starts at the moment of freezing, so that nothing has expired.
 */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePrincipalId } from '#contract/ids.ts';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { createTestClock } from '#test/support/clock.ts';
import { openPlainVault, type PlainVault } from '#test/support/frozen/plain-vault.ts';
import { sha256 } from '#test/support/frozen/read-vault.ts';
import {
  FROZEN_VAULTS,
  openFounder,
  openMember,
  type Recorded,
  readAsEveryone,
  readRecorded,
} from '#test/support/frozen/recorded.ts';
import { sampleBytes, UNFINISHED } from '#test/support/frozen/sample-content.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;
const all = { limit: 200 };

/** Copies the frozen folder and opens the copy repeatedly. */
function thaw(version: string, recorded: Recorded) {
  const folder = testTempDir();
  cpSync(join(FROZEN_VAULTS, version), folder, { recursive: true });
  const place = { dataDir: join(folder, 'vault'), stateDir: join(folder, 'state') };
  return {
    ...place,
    async open(laterMs = 0): Promise<PlainVault> {
      const vault = await openPlainVault({ ...place, nowMs: Date.parse(recorded.frozen_at) + laterMs });
      onTestFinished(vault.close);
      return vault;
    },
    /** Runs while it is not open. */
    async verify(laterMs: number) {
      const { passphrase, principal_id } = recorded.secrets.founder;
      return verifyFolder({
        ...place,
        clock: createTestClock(Date.parse(recorded.frozen_at) + laterMs),
        opening: { passphrase, principal_id: parsePrincipalId(principal_id) },
      });
    },
  };
}

/** @param versions folders in `test/fixtures/vaults` */
export function describeFrozenVaults(versions: readonly string[]): void {
  describe.each(versions)('a vault of %s', (version) => {
    const recorded = readRecorded(version);
    const { secrets, readings } = recorded;

    test('answers everything it held to each who can open it', async () => {
      const vault = await thaw(version, recorded).open();
      expect(await readAsEveryone(vault, secrets)).toMatchObject(readings);
      expect(vault.failures).toEqual([]);
    });

    test('answers the same without its search images', async () => {
      const frozen = thaw(version, recorded);
      rmSync(join(frozen.dataDir, 'search'), { recursive: true });
      const vault = await frozen.open();
      expect(await readAsEveryone(vault, secrets)).toMatchObject(readings);
    });

    test('opens with every secret that opened it, and with none that did not', async () => {
      const vault = await thaw(version, recorded).open();
      const { recovery_key, device_secret, principal_id } = secrets.founder;
      for (const body of [{ recovery_key }, { device_secret }]) {
        const { session } = await vault.connect().session.open(body);
        expect(session.principal.principal_id).toBe(principal_id);
      }
      const member = await vault.connect().session.open({ recovery_key: secrets.member.recovery_key });
      expect(member.session.principal.principal_id).toBe(secrets.member.principal_id);
      const joined = await vault.connect().session.open({
        invite_code: secrets.invite_code,
        new_passphrase: 'copper meadow 63 walnut storm',
      });
      expect(joined.session.groups).toHaveLength(1);
      for (const body of [{ token: secrets.revoked_token }, { invite_code: secrets.invite_code }]) {
        const refused = vault.connect().session.open({
          ...body,
          ...('invite_code' in body ? { new_passphrase: 'copper meadow 63 walnut storm' } : {}),
        });
        await expect(refused).rejects.toMatchObject({ code: 'credential_rejected' });
      }
    });

    test('opens when every certificate and every retention has run out', async () => {
      const vault = await thaw(version, recorded).open(12 * YEAR_MS);
      const founder = await openFounder(vault, secrets);
      const rows = await founder.patients.list({ state: 'all', sort: 'created_at' }).toArray(all);
      expect(rows).toMatchObject(readings.founder.patients.map(({ summary }) => ({ summary })));
    });

    test('takes new versions, drafts and states of documents, keeps them, and verifies', async () => {
      const frozen = thaw(version, recorded);
      const first = await frozen.open();
      const founder = await openFounder(first, secrets);
      for (const resource of ['patients', 'exams', 'templates'] as const) {
        for (const { index, record } of readings.founder[resource]) {
          const id = index.document_id;
          if (index.is_deleted) await founder[resource].restore(id);
          if (index.is_archived) await founder[resource].unarchive(id);
          const { version_id } = await founder[resource].get(id);
          const custom_attributes = { ...record.custom_attributes, written_by: 'a later build' };
          const next = { ...record, custom_attributes };
          await founder[resource].update(id, { record: next, expected_latest_version_id: version_id });
          await founder[resource].draft.put(id, { base_version_id: null, record: next });
        }
      }
      await first.close();

      const again = await frozen.open(1000);
      const reader = await openMember(again, secrets);
      for (const resource of ['patients', 'exams', 'templates'] as const) {
        for (const { index, record, versions } of readings.member[resource]) {
          const { record: written } = await reader[resource].get(index.document_id);
          expect(written).toMatchObject({
            ...record,
            custom_attributes: { ...record.custom_attributes, written_by: 'a later build' },
          });
          expect(await reader[resource].versions(index.document_id).toArray(all)).toHaveLength(
            versions.length + 1,
          );
          expect((await reader[resource].draft.get(index.document_id)).record).toEqual(written);
        }
      }
      await again.close();
      expect(await frozen.verify(2000)).toMatchObject({ findings: [], unopened: 0 });
    });

    test('finishes the transfer in the middle, and takes and moves files', async () => {
      const vault = await thaw(version, recorded).open();
      const founder = await openFounder(vault, secrets);
      const [home = ''] = Object.keys(readings.founder.drives);
      const drive = founder.drive(home);
      const nodes = await drive.list({ state: 'all' }).toArray(all);
      const pending = nodes.find(({ name }) => name === UNFINISHED.name);
      await drive.resumable.putPart(pending?.node_id ?? '', 1, sampleBytes(PART_SIZE_BYTES));
      await drive.resumable.complete(pending?.node_id ?? '');
      const content = await (await drive.download(pending?.node_id ?? '')).bytes();
      expect(sha256(content)).toBe(
        sha256(Buffer.concat([sampleBytes(PART_SIZE_BYTES), sampleBytes(UNFINISHED.restBytes)])),
      );
      const folder = await drive.mkdir({ name: 'New' });
      const file = nodes.find(({ name }) => name === 'one chunk.bin');
      await drive.patch(file?.node_id ?? '', { name: 'moved.bin', parent_id: folder.node_id });
      await drive.restore(nodes.find(({ name }) => name === 'Thrown away')?.node_id ?? '');
      const moved = await (await drive.download(file?.node_id ?? '')).bytes();
      expect(sha256(moved)).toBe(sha256(sampleBytes(16_384)));
    });

    test('rotates its keys, after which everything still reads', async () => {
      const frozen = thaw(version, recorded);
      const first = await frozen.open();
      const founder = await openFounder(first, secrets);
      for (const { security_group_id } of readings.member.groups) {
        await founder.groups.removeMember(security_group_id, secrets.member.principal_id);
      }
      await first.services.rotations.whenIdle();
      await first.close();

      const again = await frozen.open(1000);
      const reader = await openFounder(again, secrets);
      const { patients } = readings.founder;
      for (const { index, record } of patients) {
        const view = await reader.patients.get(index.document_id);
        expect(view.record).toMatchObject(record);
        expect(view.index.encrypted_keys.group_key_generation).toBeGreaterThan(1);
      }
      expect(again.failures).toEqual([]);
      await again.close();
      expect(await frozen.verify(2000)).toMatchObject({ findings: [], unopened: 0 });
    });
  });
}
