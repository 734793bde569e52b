/** A small vault in this process with every kind of row documents and files have, and a look at all it answers. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startVaultHere } from '#scripts/long/vault-here.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { Target } from './mutations.ts';

/** Stands in every text: no error may hold it. */
export const CANARY = 'Quillfeather';

export interface SmallVault {
  readonly dataDir: string;
  /** Answers what the target is now. @throws what the vault throws. */
  readonly read: (target: Target) => Promise<unknown>;
  /** What lists say of each document and node; null for what is marked as damaged or shown without its name. */
  readonly list: () => Promise<ReadonlyMap<string, unknown>>;
  /** Sealed files, and the node each is of. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

export async function startSmallVault(): Promise<SmallVault> {
  const { dataDir, client, group, remove } = await startVaultHere('tamper');
  const nodeOfFile = await fill(client, group);
  const drive = client.drive(group);
  const blobs = new Map(
    readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, nodeOfFile.get(basename(file)) ?? nodeOfFile.get('parts') ?? ''] as const),
  );

  async function read({ kind, id, version_id }: Target): Promise<unknown> {
    if (kind === 'document') return client.patients.get(id);
    if (kind === 'version') return client.patients.get(id, { version_id: version_id ?? '' });
    if (kind === 'draft') return client.patients.draft.get(id);
    const node = await drive.get(id);
    if (kind === 'node' && node.kind === 'folder') return node;
    const content = await (await drive.download(id)).bytes();
    return [node, createHash('sha256').update(content).digest('hex')];
  }

  async function list(): Promise<ReadonlyMap<string, unknown>> {
    const patients = await client.patients.list({ state: 'all', sort: 'created_at' }).toArray({ limit: 50 });
    const nodes = await drive.list({ state: 'all' }).toArray({ limit: 50 });
    return new Map<string, unknown>([
      ...patients.map(
        (row) => [row.index.document_id, 'damaged' in row && row.damaged ? null : row] as const,
      ),
      ...nodes.map((node) => [node.node_id, node.name === null ? null : node] as const),
    ]);
  }

  return {
    dataDir,
    read,
    list,
    blobs,
    close: remove,
  };
}

/** The node of each sealed file of a single request by the file's name; of all others under `parts`. */
async function fill(client: VaultClient, group: string): Promise<ReadonlyMap<string, string>> {
  for (const name of ['Ada', 'Bo', 'Cy']) {
    const record = (text: string) => ({
      display_name: `${name} ${CANARY}`,
      internal_notes: `${CANARY} ${text}`,
    });
    const { index, version_id } = await client.patients.create({
      security_group_id: group,
      record: record('one'),
    });
    const second = await client.patients.update(index.document_id, {
      record: record('two'),
      expected_latest_version_id: version_id,
    });
    await client.patients.draft.put(index.document_id, {
      record: record('draft'),
      base_version_id: second.version_id,
    });
  }
  const drive = client.drive(group);
  const nodes = new Map<string, string>();
  for (const name of ['a.txt', 'b.txt']) {
    const { node_id } = await drive.upload(Buffer.from(`${CANARY} ${name}`), { name: `${CANARY} ${name}` });
    nodes.set(node_id, node_id);
  }
  const bytes = randomBytes(20_000);
  const { node_id } = await drive.resumable.start({ name: `${CANARY} parts`, size: bytes.length });
  await drive.resumable.putPart(node_id, 1, bytes);
  await drive.resumable.complete(node_id);
  nodes.set('parts', node_id);
  await drive.mkdir({ name: `${CANARY} folder` });
  return nodes;
}
