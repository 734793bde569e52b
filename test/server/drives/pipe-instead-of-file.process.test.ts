/** Tests that a named pipe or other special file instead of a sealed file counts as missing and blocks nothing. */
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

test(
  'a pipe in place of a file keeps nothing else waiting',
  onlyWhere(process.platform !== 'win32', 'Windows has no such files'),
  async () => {
    const vault = await startLiveVault();
    onTestFinished(vault.close);
    const { admin, dataDir, group, root } = vault;
    const drive = admin.drive(group);
    const upload = (name: string) => drive.upload(Buffer.from(name), { name });
    const [lost, sound] = [await upload('lost'), await upload('sound')];
    const blob = readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' }).find((name) =>
      name.endsWith(lost.node_id),
    );
    const path = join(dataDir, 'blobs', blob ?? '');
    rmSync(path);
    execFileSync('mkfifo', [path]);

    await expect(drive.download(lost.node_id).then((content) => content.bytes())).rejects.toThrow();
    expect(Buffer.from(await (await drive.download(sound.node_id)).bytes()).toString()).toBe('sound');
    const opening = { passphrase: PASSPHRASE };
    const { findings } = await verifyFolder({ dataDir, stateDir: join(root, 'state'), opening });
    expect(findings.map(({ code, id }) => [code, id])).toContainEqual(['blob_missing', lost.node_id]);
  },
);
