/** Write requests on folders and files, and received pictures. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { madeInstance } from '#lanes/receive/synthetic-study.ts';
import { type Bench, isThere, type Operation, operation } from './operation.ts';

/** Number of polls until a received object is filed, 20 s in total. */
const LOOKS_FOR_FILED = 200;
const LOOK_EVERY_MS = 100;
const BYTES = Buffer.alloc(30_000, 'x');

async function uploaded({ client, group }: Bench) {
  const drive = client.drive(group);
  const name = randomUUID();
  const { node_id } = await drive.upload(BYTES, { name });
  return { drive, node_id, name };
}

async function begun({ client, group }: Bench) {
  const drive = client.drive(group);
  const name = randomUUID();
  const { node_id } = await drive.resumable.start({ name, size: BYTES.length });
  return { drive, node_id, name };
}

async function find({ client, group }: Bench, name: string) {
  const nodes = await client.drive(group).list().toArray({ limit: 9999 });
  return nodes.find((node) => node.name === name);
}

async function isWhole(bench: Bench, name: string): Promise<boolean> {
  const node = await find(bench, name);
  if (node === undefined || node.status !== 'ready') return false;
  return BYTES.equals(await (await bench.client.drive(bench.group).download(node.node_id)).bytes());
}

let studies = 0;
/** Sends a new study each time, because a known object would be reported as present. */
function stow(operation_id: string, isNamed: boolean): Operation {
  return operation(operation_id, async (bench) => {
    const { send, group } = bench;
    if (!(await bench.client.imaging.receiver()).settings.stow)
      await bench.client.imaging.patchReceiver({ stow: true, security_group_id: group });
    studies += 1;
    const { study, file } = madeInstance(studies, 1);
    const path = `/v1/dicomweb/${group}/studies`;
    const boundary = `b${randomUUID()}`;
    const bytes = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const type = `multipart/related; type="application/dicom"; boundary=${boundary}`;
    return {
      send: () => send('POST', isNamed ? `${path}/${study}` : path, { type, bytes }),
      async isDone(isAnswered) {
        // A received object is sealed until filed; after a storage failure the vault retries automatically.
        for (let look = 0; look < (isAnswered ? LOOKS_FOR_FILED : 1); look += 1) {
          if (look > 0) await wait(LOOK_EVERY_MS);
          const { text } = await send('GET', `${path}?StudyInstanceUID=${study}`);
          if (text.includes(study)) return true;
        }
        return false;
      },
    };
  });
}

export const DRIVE_WRITES: readonly Operation[] = [
  operation('createFolder', async (bench) => {
    const name = randomUUID();
    return {
      send: () => bench.client.drive(bench.group).mkdir({ name }),
      isDone: async () => (await find(bench, name)) !== undefined,
    };
  }),
  operation('uploadNode', async (bench) => {
    const name = randomUUID();
    return {
      send: () => bench.client.drive(bench.group).upload(BYTES, { name }),
      isDone: () => isWhole(bench, name),
    };
  }),
  operation('startUpload', async (bench) => {
    const name = randomUUID();
    const drive = bench.client.drive(bench.group);
    return {
      send: () => drive.resumable.start({ name, size: BYTES.length }),
      isDone: async () => (await find(bench, name)) !== undefined,
    };
  }),
  operation('putPart', async (bench) => {
    const { drive, node_id } = await begun(bench);
    return {
      send: () => drive.resumable.putPart(node_id, 1, BYTES),
      isDone: async () => (await drive.resumable.parts(node_id)).items.length === 1,
    };
  }),
  operation('completeUpload', async (bench) => {
    const { drive, node_id, name } = await begun(bench);
    await drive.resumable.putPart(node_id, 1, BYTES);
    return {
      send: () => drive.resumable.complete(node_id),
      isDone: async () => (await drive.get(node_id)).status === 'ready' && (await isWhole(bench, name)),
    };
  }),
  operation('patchNode', async (bench) => {
    const { drive, node_id, name } = await uploaded(bench);
    const newName = randomUUID();
    return {
      send: () => drive.patch(node_id, { name: newName }),
      isDone: async () => (await drive.get(node_id)).name !== name && (await isWhole(bench, newName)),
    };
  }),
  operation('deleteNode', async (bench) => {
    const { drive, node_id } = await uploaded(bench);
    return {
      send: () => drive.delete(node_id),
      isDone: async () => (await drive.get(node_id)).is_deleted,
    };
  }),
  operation('deleteNode', async (bench) => {
    const { drive, node_id } = await uploaded(bench);
    await drive.delete(node_id);
    return {
      send: () => drive.purge(node_id),
      isDone: async () => !(await isThere(() => drive.get(node_id))),
    };
  }),
  operation('purgeNode', async (bench) => {
    const { drive, node_id } = await uploaded(bench);
    await drive.delete(node_id);
    return {
      send: () => bench.send('POST', `/v1/drives/${bench.group}/nodes/${node_id}/purge`),
      isDone: async () => !(await isThere(() => drive.get(node_id))),
    };
  }),
  operation('restoreNode', async (bench) => {
    const { drive, node_id, name } = await uploaded(bench);
    await drive.delete(node_id);
    return { send: () => drive.restore(node_id), isDone: () => isWhole(bench, name) };
  }),
  operation('reprocessNode', async (bench) => {
    const { drive, node_id } = await uploaded(bench);
    return { send: () => drive.reprocess(node_id), isDone: async () => isThere(() => drive.get(node_id)) };
  }),
  stow('storeInstances', false),
  stow('storeStudyInstances', true),
];
