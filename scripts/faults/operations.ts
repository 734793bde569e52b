/** One request of each kind that touches storage, each on something made for it alone. */
import { randomUUID } from 'node:crypto';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';

export interface Operation {
  readonly name: string;
  /** Makes what the request works on. */
  readonly prepare: (client: VaultClient, group: string) => Promise<Prepared>;
}

export interface Prepared {
  readonly send: () => Promise<unknown>;
  /** Whether the vault holds what the request was for; of a request that only reads, what it answers. */
  readonly isDone: () => Promise<boolean>;
}

const BYTES = Buffer.alloc(30_000, 'x');

function operation(name: string, prepare: Operation['prepare']): Operation {
  return { name, prepare };
}

async function patient(client: VaultClient, group: string) {
  const name = randomUUID();
  const record = { display_name: name };
  const view = await client.patients.create({ security_group_id: group, record });
  return { id: view.index.document_id, version_id: view.version_id, record, name };
}

async function isThere(look: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return false;
    throw error;
  }
}

export const OPERATIONS: readonly Operation[] = [
  operation('create', async (client, group) => {
    const name = randomUUID();
    const body = { security_group_id: group, record: { display_name: name } };
    return {
      send: () => client.patients.create(body),
      isDone: async () => (await client.patients.list({ q: name }).toArray({ limit: 2 })).length === 1,
    };
  }),
  operation('get', async (client, group) => {
    const { id, name } = await patient(client, group);
    const read = async () => (await client.patients.get(id)).record.display_name === name;
    return { send: read, isDone: read };
  }),
  operation('list', async (client, group) => {
    const { name } = await patient(client, group);
    const read = async () => (await client.patients.list({ q: name }).toArray({ limit: 2 })).length === 1;
    return { send: read, isDone: read };
  }),
  operation('update', async (client, group) => {
    const { id, version_id, record } = await patient(client, group);
    return {
      send: () => client.patients.update(id, { record, expected_latest_version_id: version_id }),
      isDone: async () => (await client.patients.get(id)).version_id !== version_id,
    };
  }),
  operation('put draft', async (client, group) => {
    const { id, version_id, record } = await patient(client, group);
    return {
      send: () => client.patients.draft.put(id, { record, base_version_id: version_id }),
      isDone: () => isThere(() => client.patients.draft.get(id)),
    };
  }),
  operation('discard draft', async (client, group) => {
    const { id, version_id, record } = await patient(client, group);
    await client.patients.draft.put(id, { record, base_version_id: version_id });
    return {
      send: () => client.patients.draft.discard(id),
      isDone: async () => !(await isThere(() => client.patients.draft.get(id))),
    };
  }),
  operation('trash', async (client, group) => {
    const { id } = await patient(client, group);
    return {
      send: () => client.patients.delete(id),
      isDone: async () => (await client.patients.get(id)).index.is_deleted,
    };
  }),
  operation('purge', async (client, group) => {
    const { id } = await patient(client, group);
    await client.patients.delete(id);
    return {
      send: () => client.patients.purge(id),
      isDone: async () => !(await isThere(() => client.patients.get(id))),
    };
  }),
  operation('report', async (client, group) => {
    const title = randomUUID();
    const record = { title, report_html: '<p>Clear.</p>' };
    return {
      send: () => client.exams.create({ security_group_id: group, record }),
      isDone: async () => (await client.exams.list({ q: title }).toArray({ limit: 2 })).length === 1,
    };
  }),
  operation('folder', async (client, group) => {
    const name = randomUUID();
    return { send: () => client.drive(group).mkdir({ name }), isDone: () => isListed(client, group, name) };
  }),
  operation('upload', async (client, group) => {
    const name = randomUUID();
    return {
      send: () => client.drive(group).upload(BYTES, { name }),
      isDone: () => isWhole(client, group, name),
    };
  }),
  operation('part', async (client, group) => {
    const drive = client.drive(group);
    const { node_id } = await drive.resumable.start({ name: randomUUID(), size: BYTES.length });
    return {
      send: () => drive.resumable.putPart(node_id, 1, BYTES),
      isDone: async () => (await drive.resumable.parts(node_id)).items.length === 1,
    };
  }),
  operation('complete', async (client, group) => {
    const drive = client.drive(group);
    const name = randomUUID();
    const { node_id } = await drive.resumable.start({ name, size: BYTES.length });
    await drive.resumable.putPart(node_id, 1, BYTES);
    return {
      send: () => drive.resumable.complete(node_id),
      isDone: async () =>
        (await drive.get(node_id)).status === 'ready' && (await isWhole(client, group, name)),
    };
  }),
  operation('download', async (client, group) => {
    const drive = client.drive(group);
    const { node_id } = await drive.upload(BYTES, { name: randomUUID() });
    const read = async () => BYTES.equals(await (await drive.download(node_id)).bytes());
    return { send: read, isDone: read };
  }),
  operation('purge file', async (client, group) => {
    const drive = client.drive(group);
    const { node_id } = await drive.upload(BYTES, { name: randomUUID() });
    await drive.delete(node_id);
    return {
      send: () => drive.purge(node_id),
      isDone: async () => !(await isThere(() => drive.get(node_id))),
    };
  }),
  operation('preferences', async (client) => {
    const value = randomUUID();
    return {
      send: () => client.session.putPreferences({ value }),
      isDone: async () => (await client.session.getPreferences())['value'] === value,
    };
  }),
  operation('group', async (client) => {
    const name = randomUUID();
    return {
      send: () => client.groups.create({ name }),
      isDone: async () =>
        (await client.groups.list().toArray({ limit: 9999 })).some((each) => each.name === name),
    };
  }),
  operation('credential', async (client, group) => {
    const name = randomUUID();
    const groups = [{ security_group_id: group, role: 'viewer' as const }];
    return {
      send: () => client.credentials.create({ name, groups }),
      isDone: async () =>
        (await client.credentials.list().toArray({ limit: 9999 })).some((each) => each.name === name),
    };
  }),
];

async function isListed(client: VaultClient, group: string, name: string): Promise<boolean> {
  const nodes = await client.drive(group).list().toArray({ limit: 9999 });
  return nodes.some((node) => node.name === name);
}

async function isWhole(client: VaultClient, group: string, name: string): Promise<boolean> {
  const drive = client.drive(group);
  const node = (await drive.list().toArray({ limit: 9999 })).find((each) => each.name === name);
  if (node === undefined || node.status !== 'ready') return false;
  return BYTES.equals(await (await drive.download(node.node_id)).bytes());
}
