/** Child process that receives two stalled uploads, reports it, and waits to be killed. Argument: the data folder. */
import { PassThrough } from 'node:stream';
import { createDriveFixture } from './drive-fixture.ts';

const drive = createDriveFixture(process.argv[2]);
const { owner, group, drives } = drive;
await drive.upload('canary-whole-content', { name: 'canary-whole-name' });
const { node_id } = await drives.startUpload(owner, group, {
  name: 'canary-transfer-name',
  size: 20_000_000,
});

const [file, part] = [new PassThrough(), new PassThrough()];
void drives.receiveFile(owner, group, file);
void drives.putPart(owner, group, node_id, 1, part);
let taken = 0;
for (const source of [file, part]) {
  source.write(Buffer.from('canary-half-content '.repeat(100_000)), () => {
    taken += 1;
    if (taken === 2) setTimeout(() => console.log('stalled'), 100);
  });
}
setInterval(() => undefined, 1000);
