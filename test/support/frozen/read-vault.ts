/**
 * Reads everything a caller can see as plaintext values, to record a frozen vault and compare later builds. Leaves
 * out envelopes and their hashes, which change with a rewrap.
 */
import { createHash } from 'node:crypto';
import type { DocumentIndex, Resource } from '#contract/documents/document-index.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';

const LIMIT = 200;
const all = { limit: LIMIT };

/** Words that find the sample documents. */
const QUERIES = ['quill', 'zürich', 'chest', 'follow'] as const;

export type VaultReading = Awaited<ReturnType<typeof readVault>>;

export async function readVault(client: VaultClient) {
  const { principal, groups } = await client.session.get();
  const ids = groups.map(({ security_group_id }) => security_group_id);
  const drives = await Promise.all(ids.map(async (id) => [id, await readDrive(client, id)] as const));
  return {
    principal,
    groups,
    preferences: await client.session.getPreferences(),
    settings: await client.settings.get(),
    administration: principal.is_admin ? await readAdministration(client) : null,
    patients: await readDocuments(client, 'patients'),
    exams: await readDocuments(client, 'exams'),
    templates: await readDocuments(client, 'templates'),
    found: await readFound(client),
    drives: Object.fromEntries(drives),
    outbox: await readOutbox(client, ids),
  };
}

async function readAdministration(client: VaultClient) {
  const groups = await client.groups.list().toArray(all);
  const members = groups.map(
    async (group) =>
      [group.security_group_id, await client.groups.members(group.security_group_id).toArray(all)] as const,
  );
  return {
    vault: await client.vault.get(),
    groups,
    members: Object.fromEntries(await Promise.all(members)),
    principals: await client.principals.list().toArray(all),
    credentials: await client.credentials.list().toArray(all),
    audit_holds: (await client.audit.verify()).holds,
    receiver: (await client.imaging.receiver()).settings,
  };
}

/** Leaves out the number of tries, which changes with every start. */
async function readOutbox(client: VaultClient, groups: readonly string[]) {
  const messages = [];
  for (const security_group_id of groups) {
    const page = await client.exchange.hl7.list({ security_group_id }).toArray(all);
    for (const { exam_id, version_id, receiver, state, title, queued_by } of page)
      messages.push({ exam_id, version_id, receiver, state, title, queued_by });
  }
  return messages;
}

async function readDocuments(client: VaultClient, resource: Resource) {
  const rows = await client[resource].list({ state: 'all', sort: 'created_at' }).toArray(all);
  const documents = [];
  for (const row of rows) {
    const id = row.index.document_id;
    documents.push({
      ...row,
      index: clear(row.index),
      ...(await readRecords(client, resource, id)),
      ...(resource === 'exams'
        ? {
            signatures: (await client.exams.signatures(id)).items,
            cosign: (await client.exams.cosign.list(id)).items,
          }
        : {}),
    });
  }
  return documents;
}

async function readRecords(client: VaultClient, resource: Resource, id: string) {
  const api = client[resource];
  const { record, summary } = await api.get(id);
  const versions = [];
  for (const { sha256: _, ...version } of await api.versions(id).toArray(all)) {
    const old = await api.get(id, { version_id: version.version_id });
    versions.push({ ...version, record: old.record });
  }
  const discarded = [];
  for (const { draft_rev } of await api.drafts(id).toArray(all)) {
    discarded.push(await api.discardedDraft(id, draft_rev));
  }
  const draft = await api.draft.get(id).catch(absent);
  const newest = await api.get(id, { include_draft: true });
  return {
    record,
    view_summary: summary,
    versions,
    discarded,
    draft,
    newest: { record: newest.record, draft_rev: newest.draft_rev, version_id: newest.version_id },
  };
}

function absent(error: unknown): null {
  if (error instanceof VaultApiError && error.code === 'not_found') return null;
  throw error;
}

function clear({ encrypted_keys: _, encrypted_index: __, meta, ...index }: DocumentIndex) {
  // Only checks that a source tag exists, because its MAC changes with the generation.
  const { source_tag, ...kept } = meta;
  return { ...index, meta: { ...kept, has_source_tag: source_tag !== undefined } };
}

async function readFound(client: VaultClient) {
  const found: Record<string, string[]> = {};
  for (const q of QUERIES) {
    for (const resource of ['patients', 'exams', 'templates'] as const) {
      const rows = await client[resource].list({ q, state: 'all', sort: 'created_at' }).toArray(all);
      found[`${resource} ${q}`] = rows.map(({ index }) => index.document_id);
    }
  }
  const bySource = await client.exams.list({ source_id: 'pacs-4711', state: 'all' }).toArray(all);
  found['exams of source'] = bySource.map(({ index }) => index.document_id);
  return found;
}

interface ReadNode {
  readonly node: ReturnType<typeof clearNode>;
  readonly content_sha256: string | null;
  readonly parts: readonly { readonly n: number; readonly size: number }[];
  readonly children: readonly ReadNode[];
}

async function readDrive(client: VaultClient, group: string, parentId?: string): Promise<ReadNode[]> {
  const drive = client.drive(group);
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  const nodes: ReadNode[] = [];
  for (const node of await drive.list({ ...parent, state: 'all' }).toArray(all)) {
    const isReady = node.kind === 'file' && node.status === 'ready';
    const isPending = node.status === 'pending';
    nodes.push({
      node: clearNode(node),
      content_sha256: isReady ? sha256(await (await drive.download(node.node_id)).bytes()) : null,
      parts: isPending ? (await drive.resumable.parts(node.node_id)).items : [],
      children: node.kind === 'folder' ? await readDrive(client, group, node.node_id) : [],
    });
  }
  return nodes;
}

/** Leaves out what later builds may compute again: blob places, derived pictures. */
function clearNode(node: DriveNode) {
  const { encrypted_name: _, encrypted_keys: __, storage_path: ___, ...kept } = node;
  const {
    optimized_variants: _v,
    processing_status: _s,
    processing_error: _e,
    total_size: _t,
    page_count: _p,
    ...clear
  } = kept;
  return clear;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
