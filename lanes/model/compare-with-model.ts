/** Reads all content of a vault's group through the API, in the form of the model, and compares both. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '#contract/access/roles.ts';
import { absent } from '#lanes/torture/tracked-documents.ts';
import type { Model, NodeModel, PatientModel, Vault } from './step.ts';

const ALL = 10_000;

/** Compares the vault's content with the model. `owners` are members outside the model. @throws if they differ. */
export async function compare(vault: Vault, expected: Model, owners: ReadonlySet<string>): Promise<void> {
  assertSame('patients', await patientsOf(vault), expected.patients);
  assertSame('files', await nodesOf(vault), expected.nodes);
  assertSame('members', await membersOf(vault, owners), expected.members);
}

function assertSame<Value>(what: string, found: Map<string, Value>, expected: Map<string, Value>): void {
  if (isDeepStrictEqual(found, expected)) return;
  const told = (map: Map<string, Value>) => JSON.stringify([...map.values()]);
  throw new Error(`${what}: the vault holds ${told(found)}, the model ${told(expected)}`);
}

async function patientsOf({ client }: Vault): Promise<Map<string, PatientModel>> {
  const rows = await client.patients.list({ state: 'all' }).toArray({ limit: ALL });
  const found = new Map<string, PatientModel>();
  for (const { index } of rows) {
    const id = index.document_id;
    const draft = await client.patients.draft.get(id).catch(absent);
    const versions: { version_id: string | null; text: string }[] = [];
    for (const { version_id } of await client.patients.versions(id).toArray({ limit: ALL })) {
      const { record } = await client.patients.get(id, { version_id });
      versions.push({ version_id, text: record.internal_notes ?? '' });
    }
    found.set(id, {
      ...{ id, versions, is_archived: index.is_archived, is_deleted: index.is_deleted },
      draft: draft === undefined ? null : (draft.record.internal_notes ?? ''),
    });
  }
  return found;
}

async function nodesOf({ client, group }: Vault): Promise<Map<string, NodeModel>> {
  const drive = client.drive(group);
  const folders: (string | undefined)[] = [undefined];
  const found = new Map<string, NodeModel>();
  for (const folder of folders) {
    const nodes = await drive
      .list({ state: 'all', ...(folder === undefined ? {} : { parent_id: folder }) })
      .toArray({ limit: ALL });
    for (const { node_id: id, name, kind, parent_id, is_deleted } of nodes) {
      if (kind === 'folder' && !found.has(id)) folders.push(id);
      const content = kind === 'folder' ? null : await (await drive.download(id)).bytes();
      const sha256 = content && createHash('sha256').update(content).digest('hex');
      found.set(id, { id, name: name ?? '', parent_id, sha256, is_deleted });
    }
  }
  return found;
}

async function membersOf({ client, group }: Vault, owners: ReadonlySet<string>): Promise<Map<string, Role>> {
  const members = await client.groups.members(group).toArray({ limit: ALL });
  return new Map(
    members
      .filter(({ principal_id }) => !owners.has(principal_id))
      .map(({ principal_id, role }) => [principal_id, role]),
  );
}

/** Removes the content of a sequence, so that the next starts empty. */
export async function clear({ client, group }: Vault, model: Model): Promise<void> {
  for (const { id, is_deleted } of model.patients.values()) {
    if (!is_deleted) await client.patients.delete(id);
    await client.patients.purge(id);
  }
  const drive = client.drive(group);
  // Delete a folder's content before the folder.
  for (const { id, is_deleted } of [...model.nodes.values()].toReversed().sort(filesFirst)) {
    if (!is_deleted) await drive.delete(id);
    await drive.purge(id);
  }
  for (const principalId of model.members.keys()) await client.groups.removeMember(group, principalId);
}

function filesFirst(a: NodeModel, b: NodeModel): number {
  return Number(a.sha256 === null) - Number(b.sha256 === null);
}
