// Seals whatever is put into a folder, each file once: node watch-folder.mjs PROFILE FOLDER [--once]
// What was taken in stays there, in clear, as NAME.done: delete it when you like.
import { readdirSync, renameSync, watch } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@sealed-records/sdk/node';

const [profile = 'nightly', folder = 'inbox', once] = process.argv.slice(2);
const client = connect({ profile });
const { groups } = await client.session.get();
const drive = client.drive(groups[0]?.security_group_id ?? '');

/** Files that are whole: who writes one gives it its name when it is done. */
async function takeIn() {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('.') || name.endsWith('.part') || name.endsWith('.done')) continue;
    const path = join(folder, name);
    const node = await drive.upload(path, { verify: true });
    renameSync(path, `${path}.done`);
    console.log(`${name} sealed as ${node.node_id}`);
  }
}

await takeIn();
if (once === '--once') {
  await client.session.lock();
  await client.close();
} else {
  let running = Promise.resolve();
  watch(folder, () => {
    running = running.then(takeIn).catch((error) => console.error(error.message));
  });
}
