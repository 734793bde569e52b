/** Tests pulling a copy over the socket: every sealed row of its groups, and nothing of others. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { SealedDocument, SealedNode } from '#contract/sync/sealed-rows.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { type Copy, copyOf, openPulled } from './copy-of.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';

let vault: InitialisedServer;
let owner: VaultClient;
let viewer: VaultClient;
let stranger: VaultClient;
let copy: Copy;
let group: SecurityGroupId;
const clients: VaultClient[] = [];

beforeAll(async () => {
  vault = await startInitialisedServer();
  owner = connect();
  await owner.session.open({ passphrase: PASSPHRASE });
  const [own] = await owner.groups.list().toArray({ limit: 1 });
  if (own === undefined) throw new Error('the founder has a group');
  group = own.security_group_id;
  viewer = await member('Dr. Viewer', group, 'viewer');
  const elsewhere = await owner.groups.create({ name: 'Elsewhere' });
  stranger = await member('Dr. Stranger', elsewhere.security_group_id, 'owner');
  copy = await copyOf(owner, PASSPHRASE);
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

async function member(display_name: string, security_group_id: string, role: 'viewer' | 'owner') {
  const { invite_code } = await owner.principals.invite({
    display_name,
    groups: [{ security_group_id, role }],
  });
  const client = connect();
  await client.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
  return client;
}

async function exam(title: string): Promise<string> {
  const { index } = await owner.exams.create({ security_group_id: group, record: { title } });
  return index.document_id;
}

async function pullAll(client: VaultClient, from = 0, limit = 3) {
  const documents: SealedDocument[] = [];
  const purged: string[] = [];
  let after = from;
  for (;;) {
    const page = await client.travel.pull({ security_group_id: group, after, limit });
    documents.push(...page.documents);
    purged.push(...page.purged);
    after = page.next;
    if (page.is_last) return { documents, purged, next: after };
  }
}

async function pullNodes(after = ''): Promise<{ nodes: SealedNode[]; next: string }> {
  const nodes: SealedNode[] = [];
  for (let place = after; ; ) {
    const page = await owner.travel.pullNodes({ security_group_id: group, after: place, limit: 2 });
    nodes.push(...page.nodes);
    place = page.next;
    if (page.is_last) return { nodes, next: place };
  }
}

describe('a page of many', () => {
  test('is never serialised as one text', async () => {
    while ((await pullAll(owner, 0, 1000)).documents.length < 120)
      await Promise.all(Array.from({ length: 30 }, (_, at) => exam(`One of many ${at}`)));
    const { stringify } = JSON;
    const lengths: number[] = [];
    onTestFinished(() => void Object.assign(JSON, { stringify }));
    JSON.stringify = (value: unknown, ...more: unknown[]) => {
      const list = Object(value).documents ?? Object(value).membership ?? value;
      if (Array.isArray(list)) lengths.push(list.length);
      return Reflect.apply(stringify, JSON, [value, ...more]);
    };
    const page = await owner.travel.pull({ security_group_id: group, after: 0, limit: 1000 });
    const document_ids = page.documents.map(({ row }) => row.document_id);
    const { documents } = await owner.travel.pullDocuments({
      security_group_id: group,
      document_ids: document_ids.slice(0, 100),
    });
    expect(page.documents.length).toBeGreaterThanOrEqual(120);
    expect(new Set(documents.map(({ row }) => row.document_id))).toEqual(new Set(document_ids.slice(0, 100)));
    // The list of ids the client sends is not the server's.
    expect(Math.max(...lengths.filter((length) => length !== 100))).toBeLessThanOrEqual(50);
  });
});

describe('GET /v1/sync/size', () => {
  test('counts what a copy would take, without exams of before, for members alone', async () => {
    const before = await viewer.travel.size({ security_group_id: group });
    await exam('Counted');
    const after = await viewer.travel.size({ security_group_id: group });
    expect([after.exams, after.bytes > before.bytes]).toEqual([before.exams + 1, true]);
    const { documents } = await pullAll(viewer);
    expect(after.exams).toBe(documents.filter(({ row }) => row.resource === 'exams').length);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await viewer.travel.size({ security_group_id: group, since: later })).exams).toBe(0);
    await expect(stranger.travel.size({ security_group_id: group })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(viewer.travel.size({ security_group_id: group, since: 'yesterday' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('a page longer than a slice', () => {
  test('gives way between its slices, and holds each document once', async () => {
    const made = await Promise.all(Array.from({ length: 120 }, (_, at) => exam(`Slice ${at}`)));
    const { turns } = vault.server.services;
    let gaveWay = 0;
    const { giveWay } = turns;
    Object.assign(turns, {
      giveWay: (key: string) => {
        gaveWay += 1;
        return giveWay(key);
      },
    });
    const page = await viewer.travel.pull({ security_group_id: group, after: 0, limit: 1000 });
    Object.assign(turns, { giveWay });
    expect(gaveWay).toBeGreaterThanOrEqual(2);
    const ids = page.documents.map(({ row }) => row.document_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
    expect(page.is_last).toBe(true);
    const bySmallPages = await pullAll(viewer, 0, 7);
    expect(bySmallPages.documents.map(({ row }) => row.document_id)).toEqual(ids);
    expect(bySmallPages.next).toBe(page.next);
  });
});

describe('GET /v1/sync/frame', () => {
  test('makes a folder that its person opens, with the keys of its groups', () => {
    expect(copy.keyRing.hasGroupKey(group)).toBe(true);
    expect(copy.frame.groups.map(({ security_group_id }) => security_group_id)).toContain(group);
  });

  test('gives nobody the secrets, names and grants of others', async () => {
    const { principal } = await viewer.session.get();
    const frame = await viewer.travel.frame();
    expect(frame.groups.map(({ security_group_id }) => security_group_id)).toEqual([group]);
    expect(new Set(frame.grants.map(({ member_id }) => member_id))).toEqual(
      new Set([principal.principal_id]),
    );
    expect(new Set(frame.wraps.map(({ principal_id }) => principal_id))).toEqual(
      new Set([principal.principal_id]),
    );
    for (const row of frame.principals)
      expect(row.sealed_seeds === '').toBe(row.principal_id !== principal.principal_id);
    expect(frame.principals.map(({ display_name }) => display_name)).not.toContain('Dr. Stranger');
  });

  test('gives no wrap that is bound to a machine', () => {
    expect(copy.frame.wraps.map(({ kind }) => kind).sort()).toEqual(['passphrase', 'recovery']);
  });

  test('goes on with the list from where the copy is', async () => {
    const last = copy.frame.membership.at(-1)?.seq ?? 0;
    expect((await owner.travel.frame(last)).membership).toEqual([]);
    await owner.groups.create({ name: 'One more' });
    expect((await owner.travel.frame(last)).membership.map(({ seq }) => seq)).toEqual([last + 1]);
  });

  test('gives who never was in a group nothing, the list least of all', async () => {
    const { invite_code } = await owner.principals.invite({ display_name: 'Dr. Nobody', groups: [] });
    const nobody = connect();
    await nobody.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
    await expect(nobody.travel.frame()).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('POST /v1/sync/pull', () => {
  test('brings every document with its whole chain, and then only what changed', async () => {
    const { index, version_id } = await owner.patients.create({
      security_group_id: group,
      record: { display_name: 'Anna Ek' },
    });
    await owner.patients.update(index.document_id, {
      expected_latest_version_id: version_id,
      record: { display_name: 'Anna Ek-Lund' },
    });
    const ids = [index.document_id, await exam('A'), await exam('B'), await exam('C'), await exam('D')];
    const all = await pullAll(owner);
    const rows = new Map(all.documents.map((document) => [document.row.document_id as string, document]));
    for (const id of ids) expect(rows.has(id)).toBe(true);
    const anna = rows.get(index.document_id);
    if (anna === undefined) throw new Error('pulled above');
    expect(openPulled(copy, anna)).toMatchObject([
      { display_name: 'Anna Ek' },
      { display_name: 'Anna Ek-Lund' },
    ]);
    for (const document of all.documents) openPulled(copy, document);
    expect((await pullAll(owner, all.next)).documents).toEqual([]);
    const another = await exam('E');
    const later = await pullAll(owner, all.next);
    expect(later.documents.map(({ row }) => row.document_id)).toEqual([another]);
  });

  test('what was changed on the way does not verify', async () => {
    await exam('Changed on the way');
    const { documents } = await pullAll(owner);
    const document = documents.at(-1);
    const version = document?.versions[0];
    if (document === undefined || version === undefined) throw new Error('pulled above');
    const flipped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
    const changed: SealedDocument[] = [
      { ...document, row: { ...document.row, is_archived: 1 } },
      { ...document, row: { ...document.row, dek: flipped(document.row.dek) } },
      { ...document, versions: [{ ...version, sealed: flipped(version.sealed) }] },
      { ...document, versions: [{ ...version, created_at: '2020-01-01T00:00:00.000Z' }] },
    ];
    expect(openPulled(copy, document)).toHaveLength(1);
    for (const each of changed) expect(() => openPulled(copy, each)).toThrow(CryptoError);
  });

  test('leaves out exams from before an instant, and nothing else', async () => {
    const old = await exam('Old');
    await owner.patients.create({ security_group_id: group, record: { display_name: 'Old too' } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    const since = new Date().toISOString();
    const young = await exam('Young');
    const page = await owner.travel.pull({ security_group_id: group, after: 0, since, limit: 1000 });
    const exams = page.documents
      .filter(({ row }) => row.resource === 'exams')
      .map(({ row }) => row.document_id);
    expect(exams).toEqual([young]);
    expect(page.documents.some(({ row }) => row.resource === 'patients')).toBe(true);
    const { documents } = await owner.travel.pullDocuments({
      security_group_id: group,
      document_ids: [old, old],
    });
    expect(documents.map(({ row }) => row.document_id)).toEqual([old]);
  });

  test('tells what was purged, documents and files, from its first question on', async () => {
    const id = await exam('To be purged');
    const file = await owner.drive(group).upload(new TextEncoder().encode('gone soon'), { name: 'gone.txt' });
    const { next } = await pullAll(owner);
    await owner.exams.delete(id);
    await owner.exams.purge(id);
    await owner.drive(group).delete(file.node_id);
    await owner.drive(group).purge(file.node_id);
    const later = await pullAll(owner, next);
    expect(later.purged.sort()).toEqual([id, file.node_id].sort());
    expect(later.documents).toEqual([]);
    expect((await pullAll(owner, later.next)).purged).toEqual([]);
  });

  test('brings the head alone when that is asked for, and the versions before it by number', async () => {
    const { index, ...first } = await owner.exams.create({
      security_group_id: group,
      record: { title: '1' },
    });
    const id = index.document_id;
    let expected_latest_version_id = first.version_id;
    for (const title of ['2', '3']) {
      const saved = await owner.exams.update(id, { record: { title }, expected_latest_version_id });
      expected_latest_version_id = saved.version_id;
    }
    const page = await owner.travel.pull({
      security_group_id: group,
      after: 0,
      limit: 1000,
      head_only: true,
    });
    const document = page.documents.find(({ row }) => row.document_id === id);
    if (document === undefined) throw new Error('pulled above');
    expect(document.versions.map(({ seq }) => seq)).toEqual([3]);
    const before = await owner.travel.pullVersions({ security_group_id: group, document_id: id, after: 0 });
    expect(before).toMatchObject({ versions: [{ seq: 1 }, { seq: 2 }, { seq: 3 }], next: null });
    expect(openPulled(copy, { ...document, versions: before.versions })).toHaveLength(3);
    const cut = { ...document, versions: before.versions.filter(({ seq }) => seq !== 2) };
    expect(() => openPulled(copy, cut)).toThrow(CryptoError);
  });

  test('a viewer takes along what it may read; who is no member takes nothing', async () => {
    const { documents } = await pullAll(viewer);
    expect(documents.length).toBeGreaterThan(0);
    const document_id = documents[0]?.row.document_id ?? '';
    const body = { security_group_id: group };
    await expect(stranger.travel.pull({ ...body, after: 0 })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(stranger.travel.pullNodes({ ...body, after: '' })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(
      stranger.travel.pullDocuments({ ...body, document_ids: [document_id] }),
    ).rejects.toMatchObject({
      code: 'permission_denied',
    });
    const [own] = await stranger.groups.list().toArray({ limit: 1 });
    const theirs = { security_group_id: own?.security_group_id ?? '' };
    expect(await stranger.travel.pullDocuments({ ...theirs, document_ids: [document_id] })).toEqual({
      documents: [],
    });
    await expect(stranger.travel.pullVersions({ ...theirs, document_id, after: 0 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('stands in the audit log as done, by the operation', async () => {
    await owner.travel.pull({ security_group_id: group, after: 0 });
    const items = await owner.audit.list({ kind: 'request_done' }).toArray({ limit: 50 });
    expect(items.map(({ operation }) => operation)).toContain('pullDocuments');
  });
});

describe('files', () => {
  test('come as sealed rows, each once more for a minute, their bytes whole or in ranges', async () => {
    const drive = owner.drive(group);
    const folder = await drive.mkdir({ name: 'Taken along' });
    const content = new TextEncoder().encode('what stands in the file');
    const file = await drive.upload(content, { name: 'note.txt', parent_id: folder.node_id });
    const { nodes, next } = await pullNodes();
    const pulled = nodes.find(({ row }) => row.node_id === file.node_id);
    expect(pulled).toMatchObject({
      row: { parent_id: folder.node_id, size: content.length },
      manifest: null,
    });
    expect(JSON.stringify(nodes)).not.toContain('note.txt');
    const again = await pullNodes(next);
    expect(again.nodes.find(({ row }) => row.node_id === file.node_id)).toEqual(pulled);
    const place = { security_group_id: group, node_id: file.node_id, blob: file.node_id };
    const whole = await sealedBytes(owner, place);
    expect(whole.length).toBeGreaterThan(content.length);
    expect(Buffer.from(whole).includes('what stands')).toBe(false);
    expect(await sealedBytes(owner, { ...place, start: 40 })).toEqual(whole.subarray(40));
  });

  test('no other sealed file comes by the name of one’s own, and none to a stranger', async () => {
    const drive = owner.drive(group);
    const one = await drive.upload(new Uint8Array(9), { name: 'one.bin' });
    const two = await drive.upload(new Uint8Array(9), { name: 'two.bin' });
    const place = { security_group_id: group, node_id: one.node_id, blob: two.node_id };
    await expect(sealedBytes(owner, place)).rejects.toMatchObject({ code: 'not_found' });
    const own = { ...place, blob: one.node_id };
    await expect(sealedBytes(stranger, own)).rejects.toMatchObject({ code: 'not_found' });
    expect(await sealedBytes(viewer, own)).not.toHaveLength(0);
  });

  test('a place that was never answered is refused', async () => {
    for (const after of ['yesterday', '2026-01-01T00:00:00.000Zx'])
      await expect(owner.travel.pullNodes({ security_group_id: group, after })).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});

async function sealedBytes(
  client: VaultClient,
  place: Parameters<VaultClient['travel']['sealedBytes']>[0],
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of client.travel.sealedBytes(place)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}
