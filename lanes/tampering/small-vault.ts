/** Small in-process vault with every kind of row of documents and files, and functions to read all its responses. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Resource } from '#contract/documents/document-index.ts';
import { startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { Target } from './mutations.ts';

/** Name in every text; no error message may contain it. */
export const CANARY = 'Quillfeather';

export interface SmallVault {
  readonly dataDir: string;
  /** Reads the target now. @throws the vault's error. */
  readonly read: (target: Target) => Promise<unknown>;
  /** Listed data of each document and node; null if marked as damaged or shown without a name. */
  readonly list: () => Promise<ReadonlyMap<string, unknown>>;
  /** Node of each sealed file, by the file's name. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly close: () => Promise<void>;
}

export async function startSmallVault(): Promise<SmallVault> {
  const { dataDir, client, group, remove } = await startInProcessVault('tamper');
  const resources = await fillDocuments(client, group);
  const nodeOfFile = await fillDrive(client, group);
  const drive = client.drive(group);
  const blobs = new Map(
    readdirSync(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, nodeOfFile.get(basename(file)) ?? nodeOfFile.get('parts') ?? ''] as const),
  );

  async function read({ kind, id, version_id }: Target): Promise<unknown> {
    const documents = client[resources.get(id) ?? 'patients'];
    if (kind === 'document') return documents.get(id);
    if (kind === 'version') return documents.get(id, { version_id: version_id ?? '' });
    if (kind === 'draft') return documents.draft.get(id);
    if (kind === 'signed') return [await client.exams.signatures(id), await client.exams.cosign.list(id)];
    const node = await drive.get(id);
    if (kind === 'node' && node.kind === 'folder') return node;
    const content = await (await drive.download(id)).bytes();
    return [node, createHash('sha256').update(content).digest('hex')];
  }

  async function list(): Promise<ReadonlyMap<string, unknown>> {
    const everything = { state: 'all', sort: 'created_at' } as const;
    const documents = [
      ...(await client.patients.list(everything).toArray({ limit: 50 })),
      ...(await client.exams.list(everything).toArray({ limit: 50 })),
      ...(await client.templates.list(everything).toArray({ limit: 50 })),
    ];
    const nodes = await drive.list({ state: 'all' }).toArray({ limit: 50 });
    return new Map<string, unknown>([
      ...documents.map(
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

/** Creates two documents of each resource, with two versions and a draft each. Returns the resource by id. */
async function fillDocuments(client: VaultClient, group: string): Promise<ReadonlyMap<string, Resource>> {
  const made = new Map<string, Resource>();
  for (const name of ['Ada', 'Bo']) {
    const person = (text: string) => ({
      record: { display_name: `${name} ${CANARY}`, internal_notes: `${CANARY} ${text}` },
    });
    const patient = await client.patients.create({ security_group_id: group, ...person('one') });
    const patient_id = patient.index.document_id;
    await writeOn(client.patients, patient, person);

    const report = (text: string) => ({
      record: {
        title: `${name} ${CANARY}`,
        report_html: `<p>${CANARY} ${text}</p>`,
        custom_attributes: { report: { status: 'final' } },
      },
    });
    const exam = await client.exams.create({ security_group_id: group, patient_id, ...report('one') });
    await writeOn(client.exams, exam, report);
    await sign(client, group, exam.index.document_id);
    const template = await client.templates.create({ security_group_id: group, ...report('one') });
    await writeOn(client.templates, template, report);

    made.set(patient_id, 'patients');
    made.set(exam.index.document_id, 'exams');
    made.set(template.index.document_id, 'templates');
  }
  return made;
}

/** Signs; requests a co-signature, withdraws it, and requests it again. */
async function sign(client: VaultClient, group: string, id: string): Promise<void> {
  const { version_id } = await client.exams.get(id);
  const head = { version_id: version_id ?? '' };
  await client.exams.sign(id, { ...head, intent: 'final' });
  const groups = [{ security_group_id: group, role: 'editor' }] as const;
  const { principal_id } = await client.principals.invite({ display_name: 'Editor', groups: [...groups] });
  const { request_id } = await client.exams.cosign.ask(id, { ...head, principal_id });
  await client.exams.cosign.takeBack(id, request_id);
  await client.exams.cosign.ask(id, { ...head, principal_id });
}

/** Writes a second version, and a draft on it. */
async function writeOn<Body extends object>(
  documents: {
    update: (id: string, body: Body & { expected_latest_version_id: null }) => PromiseLike<Written>;
    draft: { put: (id: string, body: Body & { base_version_id: string | null }) => PromiseLike<unknown> };
  },
  { index }: Written,
  body: (text: string) => Body,
): Promise<void> {
  const id = index.document_id;
  const second = await documents.update(id, { ...body('two'), expected_latest_version_id: null });
  await documents.draft.put(id, { ...body('draft'), base_version_id: second.version_id });
}

interface Written {
  readonly index: { readonly document_id: string };
  readonly version_id: string | null;
}

/** Creates files; returns the node by file name of single-request uploads, and all others under `parts`. */
async function fillDrive(client: VaultClient, group: string): Promise<ReadonlyMap<string, string>> {
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
