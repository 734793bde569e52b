/** Tests pushing files and folders of a copy: stored as sealed there, or refused with an error code. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type NodeId, parseNodeId, parseSecurityGroupId, type SecurityGroupId } from '#contract/ids.ts';
import { RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import type { PushNodeBody } from '#contract/sync/sync-bodies.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { fileContext } from '#crypto/sealing/context.ts';
import { createFileSealer } from '#crypto/sealing/file-stream.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { bytesSource } from '#sdk/drive/upload-source.ts';
import { createNodeCrypto } from '#server/drives/nodes/node-crypto.ts';
import { decodeRow, encodeRow } from '#server/identity/requests/row-as-json.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/storage/drives/node-row.ts';
import { generateId } from '#server/system/generate-id.ts';
import { createTestClock } from '#test/support/clock.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { type Copy, copyOf } from './copy-of.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';
const TEXT = Buffer.from('written away');

let vault: InitialisedServer;
let owner: VaultClient;
let viewer: VaultClient;
let copy: Copy;
let viewersCopy: Copy;
let group: SecurityGroupId;
const clients: VaultClient[] = [];

beforeAll(async () => {
  vault = await startInitialisedServer();
  owner = connect();
  await owner.session.open({ passphrase: PASSPHRASE });
  const [own] = await owner.groups.list().toArray({ limit: 1 });
  if (own === undefined) throw new Error('the founder has a group');
  group = own.security_group_id;
  const groups = [{ security_group_id: group, role: 'viewer' as const }];
  const { invite_code } = await owner.principals.invite({ display_name: 'Dr. Viewer', groups });
  viewer = connect();
  await viewer.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
  copy = await copyOf(owner, PASSPHRASE);
  viewersCopy = await copyOf(viewer, MEMBERS_PASSPHRASE);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await vault.stop();
});

function connect(): VaultClient {
  const client = desktopClient(vault.server.url, vault.dataDir);
  clients.push(client);
  return client;
}

interface Made {
  readonly by?: Copy;
  readonly name?: string;
  readonly text?: Buffer;
  /** Changed row fields, covered by its MAC. */
  readonly row?: Partial<NodeRow>;
}

/** Seals a complete file as a copy does. */
function newFile({ by = copy, name = generateId<string>(), text = TEXT, row = {} }: Made = {}) {
  const keeper = createNodeCrypto(() => by.workspace_id);
  const security_group_id = row.security_group_id ?? group;
  const { generation } = by.keyRing.currentGroupKey(security_group_id);
  const dek = generateDek();
  const node_id = row.node_id ?? parseNodeId(generateId<NodeId>());
  const place = { node_id, security_group_id, kind: 'file', gk_gen: generation } as const;
  const at = new Date().toISOString();
  const sealed = keeper.stamp(by.keyRing, {
    ...{ ...place, status: 'ready', parent_id: null, exam_id: null, transfer: 'single', part_size: null },
    ...{ declared_size: text.length, size: text.length, charged_bytes: 0 },
    ...{ mime_type: 'text/plain', media_kind: 'text' },
    encrypted_name: keeper.sealName(dek, place, name),
    name_mac: keeper.nameMacOf(by.keyRing, security_group_id, generation, null, name),
    encrypted_dek: keeper.wrapDekFor(by.keyRing, place, dek),
    ...{ created_by: by.principal_id, created_at: at, completed_at: at },
    ...{ is_deleted: 0, deleted_at: null, deleted_with: null, row_rev: 0 },
    ...row,
  });
  const context = fileContext({ workspace_id: by.workspace_id, security_group_id, node_id });
  const sealer = createFileSealer(dek, context);
  const bytes = Buffer.concat([sealer.header, sealer.update(text), sealer.final()]);
  const body: PushNodeBody = { base_row_mac: null, row: encodeRow(sealed), manifest: null };
  return { node_id, row: sealed, body, bytes };
}

const bring = (node_id: string, bytes: Uint8Array, blob = node_id) =>
  owner.travel.bringBytes({ security_group_id: group, node_id, blob, part: 1 }, sourceOf(bytes));

function sourceOf(bytes: Uint8Array) {
  return { ...bytesSource(bytes), size: bytes.length };
}

/** Returns the vault's present row with the copy's change. */
async function changed(node_id: NodeId, change: Partial<NodeRow>, name?: string): Promise<PushNodeBody> {
  const { nodes } = await owner.travel.pullNodes({ security_group_id: group, after: '', limit: 1000 });
  const packed = nodes.find(({ row }) => row.node_id === node_id)?.row;
  if (packed === undefined) throw new Error('it was brought before');
  const row = decodeRow<NodeRow>(packed, NODE_ROW_BYTES);
  const keeper = createNodeCrypto(() => copy.workspace_id);
  const renamed =
    name === undefined
      ? {}
      : {
          encrypted_name: keeper.sealName(keeper.dekOf(copy.keyRing, row), row, name),
          name_mac: keeper.nameMacOf(copy.keyRing, group, row.gk_gen, row.parent_id, name),
        };
  const next = keeper.stamp(copy.keyRing, { ...row, ...renamed, ...change });
  return { base_row_mac: encodeBase64Url(row.row_mac), row: encodeRow(next), manifest: null };
}

async function brought(made: Made = {}) {
  const file = newFile(made);
  await owner.travel.pushNode(file.body);
  await bring(file.node_id, file.bytes);
  expect(await owner.travel.pushNode(file.body)).toMatchObject({ missing: [] });
  return file;
}

describe('POST /v1/sync/nodes/push', () => {
  test('takes a file once its bytes are here, as it was sealed, and brings it once', async () => {
    const { node_id, body, bytes } = newFile({ name: 'notes.txt' });
    const begun = { node_id, row_mac: null, missing: [{ blob: node_id, part: 1 }] };
    expect(await owner.travel.pushNode(body)).toEqual(begun);
    expect(await owner.travel.pushNode(body)).toEqual(begun);
    expect(await owner.drive(group).get(node_id)).toMatchObject({ status: 'pending', name: 'notes.txt' });
    await expect(owner.drive(group).resumable.complete(node_id)).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    expect(await bring(node_id, bytes)).toEqual({ blob: node_id, bytes: TEXT.length });
    await expect(owner.drive(group).resumable.complete(node_id)).rejects.toMatchObject({
      code: 'upload_incomplete',
    });
    const stands = { node_id, row_mac: body.row.row_mac, missing: [] };
    expect(await owner.travel.pushNode(body)).toEqual(stands);
    expect(await owner.travel.pushNode(body)).toEqual(stands);
    const download = await owner.drive(group).download(node_id);
    expect(Buffer.from(await download.bytes())).toEqual(TEXT);
  });

  test('begins again what was put into the trash before its bytes were here', async () => {
    const { node_id, body, bytes } = newFile();
    await owner.travel.pushNode(body);
    const underAnotherKey = newFile({ row: { node_id } });
    await expect(owner.travel.pushNode(underAnotherKey.body)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await bring(node_id, bytes);
    await owner.drive(group).delete(node_id);
    expect(await owner.travel.pushNode(body)).toMatchObject({ row_mac: body.row.row_mac, missing: [] });
    expect(await owner.drive(group).get(node_id)).toMatchObject({ status: 'ready', is_deleted: false });

    const inFolder = newFile();
    const { node_id: parent_id } = await owner.drive(group).mkdir({ name: 'of the clinic' });
    await owner.travel.pushNode(inFolder.body);
    await owner.drive(group).patch(inFolder.node_id, { parent_id });
    await owner.drive(group).delete(parent_id);
    expect((await owner.travel.pushNode(inFolder.body)).missing).toHaveLength(1);
    await bring(inFolder.node_id, inFolder.bytes);
    expect(await owner.travel.pushNode(inFolder.body)).toMatchObject({ missing: [] });
    expect(await owner.drive(group).get(inFolder.node_id)).toMatchObject({ parent_id: null });
    await owner.drive(group).restore(parent_id);
    expect(await owner.drive(group).get(inFolder.node_id)).toMatchObject({ parent_id: null });
  });

  test('begins again what the vault has given up because it was not whole in time', async () => {
    const clock = createTestClock();
    const other = await startInitialisedServer({ clock });
    onTestFinished(other.stop);
    const client = desktopClient(other.server.url, other.dataDir);
    onTestFinished(client.close);
    await client.session.open({ passphrase: PASSPHRASE });
    const security_group_id = parseSecurityGroupId(other.security_group_id);
    const { node_id, body, bytes } = newFile({
      by: await copyOf(client, PASSPHRASE),
      row: { security_group_id },
    });
    await client.travel.pushNode(body);
    clock.advance(RESUMABLE_RETENTION_MS + 1);
    await client.session.open({ passphrase: PASSPHRASE });
    const drive = client.drive(security_group_id);
    await expect.poll(() => drive.get(node_id)).toMatchObject({ status: 'failed' });
    expect((await client.travel.pushNode(body)).missing).toHaveLength(1);
    const place = { security_group_id, node_id, blob: node_id, part: 1 };
    await client.travel.bringBytes(place, sourceOf(bytes));
    expect(await client.travel.pushNode(body)).toMatchObject({ row_mac: body.row.row_mac, missing: [] });
    expect(Buffer.from(await (await drive.download(node_id)).bytes())).toEqual(TEXT);
  });

  test.each([
    ['another author', () => newFile({ row: { created_by: viewersCopy.principal_id } })],
    [
      'a time to come',
      () => newFile({ row: { completed_at: new Date(Date.now() + 3_600_000).toISOString() } }),
    ],
    ['a size that is not whole', () => newFile({ row: { declared_size: 3 } })],
    ['a name nobody could give', () => newFile({ name: 'a/b' })],
    ['a place in the trash', () => newFile({ row: { is_deleted: 1 } })],
    ['a name under another MAC', () => newFile({ row: { name_mac: new Uint8Array(32) } })],
  ])('refuses %s, and keeps nothing', async (_what, make) => {
    const { node_id, body } = make();
    await expect(owner.travel.pushNode(body)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(owner.drive(group).get(node_id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('refuses a row whose MAC does not hold, a viewer, and a name that is taken', async () => {
    const { body, row } = newFile();
    const forged = { ...body, row: { ...body.row, row_mac: encodeBase64Url(new Uint8Array(32)) } };
    await expect(owner.travel.pushNode(forged)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(viewer.travel.pushNode(newFile({ by: viewersCopy }).body)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await brought({ name: 'Taken.txt' });
    await expect(owner.travel.pushNode(newFile({ name: 'taken.TXT' }).body)).rejects.toMatchObject({
      code: 'name_taken',
    });
    expect(row.node_id).toBe(body.row.node_id);
  });

  test('refuses bytes that do not open, are another length, or lie under the id of something else', async () => {
    const { node_id: other } = await brought();
    const { node_id, body, bytes } = newFile();
    await owner.travel.pushNode(body);
    const flipped = Uint8Array.from(bytes);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    for (const [wrong, blob] of [
      [flipped, node_id],
      [bytes.subarray(1), node_id],
      [Buffer.concat([bytes, bytes]), node_id],
      [bytes, other],
    ] as const)
      await expect(bring(node_id, wrong, blob)).rejects.toMatchObject({ code: 'invalid_request' });
    await bring(node_id, bytes);
    await expect(bring(node_id, bytes)).rejects.toMatchObject({ code: 'replay' });
    await owner.travel.pushNode(body);
    expect(Buffer.from(await (await owner.drive(group).download(other)).bytes())).toEqual(TEXT);
  });

  test('refuses a type that is not that of the content', async () => {
    const { node_id, body, bytes } = newFile({ row: { mime_type: 'application/pdf', media_kind: 'pdf' } });
    await owner.travel.pushNode(body);
    await bring(node_id, bytes);
    await expect(owner.travel.pushNode(body)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('takes a change on the row that is here, and refuses one on any other', async () => {
    const { node_id } = await brought();
    const first = await changed(node_id, {}, 'first');
    const second = await changed(node_id, {}, 'second');
    expect(await owner.travel.pushNode(first)).toMatchObject({ row_mac: first.row.row_mac });
    expect(await owner.travel.pushNode(first)).toMatchObject({ row_mac: first.row.row_mac });
    await expect(owner.travel.pushNode(second)).rejects.toMatchObject({ code: 'version_conflict' });
    const size = await changed(node_id, { size: 1 });
    await expect(owner.travel.pushNode(size)).rejects.toMatchObject({ code: 'invalid_request' });
    const along = await changed(node_id, {
      ...{ is_deleted: 1, deleted_at: new Date().toISOString(), deleted_with: generateId<string>() },
    });
    await expect(owner.travel.pushNode(along)).rejects.toMatchObject({ code: 'invalid_request' });
    const into = await changed(node_id, { parent_id: node_id });
    await expect(owner.travel.pushNode(into)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await owner.drive(group).get(node_id)).toMatchObject({ name: 'first', is_deleted: false });
  });
});
