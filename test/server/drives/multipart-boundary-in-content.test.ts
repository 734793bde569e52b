/** Tests uploads whose content resembles a multipart boundary, split at any byte by the network. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

test.each([
  ['carriage returns', '\r'],
  ['empty lines', '\r\n'],
  ['dashes', '\r\n-'],
  ['rules of a text', '\r\n--'],
  ['beginnings of it', '\r\n----formdata'],
])('%s come back as they were uploaded', async (_what, piece) => {
  const [group] = await vault.admin.groups.list().toArray({ limit: 1 });
  const drive = vault.admin.drive(group?.security_group_id ?? '');
  for (const size of [1, 16_384, 40_000, 300_000]) {
    const bytes = Buffer.alloc(size, piece);
    const { node_id } = await drive.upload(bytes, { name: `${piece.length} in ${size}.txt` });
    const back = Buffer.from(await (await drive.download(node_id)).bytes());
    expect(back.equals(bytes), `${size} bytes`).toBe(true);
  }
});
