/** Tests whose signature of a backup manifest is accepted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createManifestFiles,
  isManifestSigned,
  readManifest,
} from '#server/integrity/backup/snapshot-manifest.ts';
import { writeList, writeManifest } from '#server/integrity/backup/write-manifest.ts';
import {
  createAccessFixture,
  OTHER_PASSPHRASE,
  openActor,
  PASSPHRASE,
  peerOf,
} from '#test/support/access-fixture.ts';

test('of an administrator who was disabled, none is, though it was made before', async () => {
  const fixture = await createAccessFixture();
  const snapshot = mkdtempSync(join(tmpdir(), 'srvault-manifest-'));
  try {
    const { vault, principals, core } = fixture.parts;
    await vault.init({ name: 'Praxis', owner: { display_name: 'Ada' }, passphrase: PASSPHRASE });
    const { actor: ada } = await openActor(fixture, { passphrase: PASSPHRASE });
    const invited = principals.invite(ada, { display_name: 'Eve', is_admin: true, groups: [] });
    const { invite_code } = invited;
    const { actor: eve } = await openActor(
      fixture,
      { invite_code, new_passphrase: OTHER_PASSPHRASE },
      peerOf('client-e'),
    );
    const files = createManifestFiles();
    const manifest = {
      format: 2,
      workspace_id: core.workspace().workspace_id,
      created_at: new Date(fixture.time.nowMs).toISOString(),
      created_by: eve.principal_id,
      source: 'test',
      files: await writeList(snapshot, files),
    } as const;
    files.close();
    await writeManifest(snapshot, manifest, core.keysOf(eve).secrets);
    const read = await readManifest(snapshot);
    expect(isManifestSigned(snapshot, read, core.ledger.state())).toBe(true);
    principals.disable(ada, eve.principal_id);
    expect(isManifestSigned(snapshot, read, core.ledger.state())).toBe(false);
    read.close();
  } finally {
    fixture.dispose();
    rmSync(snapshot, { recursive: true, force: true });
  }
});
