/** Tests pushing documents of a copy: stored as sealed there, or refused with an error code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePrincipalId, type SecurityGroupId } from '#contract/ids.ts';
import type { SealedDocument } from '#contract/sync/sealed-rows.ts';
import type { PushBody } from '#contract/sync/sync-bodies.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import {
  type InitialisedServer,
  PASSPHRASE,
  startInitialisedServer,
} from '#test/support/start-tls-server.ts';
import { type Copy, copyOf, documentIdOf, newDocument, nextVersion } from './copy-of.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';
const MINUTE_MS = 60_000;

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
  ({ client: viewer } = await member('Dr. Viewer'));
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

async function member(display_name: string) {
  const groups = [{ security_group_id: group, role: 'viewer' as const }];
  const { invite_code, principal_id } = await owner.principals.invite({ display_name, groups });
  const client = connect();
  await client.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
  return { client, principal_id };
}

async function pulled(id: string): Promise<SealedDocument> {
  const { documents } = await owner.travel.pullDocuments({ security_group_id: group, document_ids: [id] });
  const [document] = documents;
  if (document === undefined) throw new Error('it was made before');
  return document;
}

/** Creates an exam in the vault, and its pulled form. */
async function taken(title = 'From the vault') {
  const { index } = await owner.exams.create({ security_group_id: group, record: { title } });
  return { id: index.document_id, document: await pulled(index.document_id) };
}

const ahead = (ms: number) => new Date(Date.now() + ms).toISOString();

describe('POST /v1/sync/push', () => {
  test('takes a new document as it was sealed, with its author and time, and everybody finds it', async () => {
    const at = ahead(-90 * MINUTE_MS);
    const body = await newDocument(copy, 'patients', group, {
      record: { display_name: 'Tavia Dunmore' },
      at,
    });
    const answer = await owner.travel.push(body);
    expect(answer).toMatchObject({ document_id: documentIdOf(body), row_mac: body.row.row_mac, seq: 1 });
    const view = await owner.patients.get(documentIdOf(body));
    expect(view.record.display_name).toBe('Tavia Dunmore');
    expect(view.index.created_at).toBe(at);
    const found = await owner.patients.list({ q: 'dunmore' }).toArray({ limit: 9 });
    expect(found.map(({ index }) => index.document_id)).toEqual([documentIdOf(body)]);
    const stored = await pulled(documentIdOf(body));
    const { change_seq: _, ...row } = stored.row;
    expect(row).toEqual(body.row);
    expect(stored.versions).toEqual(body.versions);
  });

  test('takes versions on top, several at once, and brings them once', async () => {
    const { id, document } = await taken();
    const first = await nextVersion(copy, 'exams', document, { record: { title: 'Second' } });
    const offline: SealedDocument = {
      ...document,
      row: { ...first.row, change_seq: document.row.change_seq },
      versions: [...document.versions, ...first.versions],
    };
    const second = await nextVersion(copy, 'exams', offline, {
      record: { title: 'Third', report_html: '<p>Calm.</p>' },
    });
    const body: PushBody = {
      base_row_mac: first.base_row_mac,
      row: second.row,
      versions: [...first.versions, ...second.versions],
    };
    const answer = await owner.travel.push(body);
    expect(answer.seq).toBe(3);
    expect(await owner.travel.push(body)).toEqual(answer);
    // Changed in the vault meanwhile; the pushed one is recognised by its version.
    await owner.exams.archive(id);
    expect(await owner.travel.push(body)).toMatchObject({
      seq: 3,
      head_version_id: second.row.head_version_id,
    });
    const items = await owner.exams.versions(id).toArray({ limit: 9 });
    expect(items.map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect((await owner.exams.get(id)).record).toMatchObject({ title: 'Third', report_html: '<p>Calm.</p>' });
  });

  test('what was written here meanwhile is a conflict that names the newest version, and nothing is lost', async () => {
    const { id, document } = await taken();
    const here = await owner.exams.update(id, {
      record: { title: 'Here' },
      expected_latest_version_id: document.row.head_version_id,
    });
    const body = await nextVersion(copy, 'exams', document, { record: { title: 'There' } });
    await expect(owner.travel.push(body)).rejects.toMatchObject({
      code: 'version_conflict',
      latest_version_id: here.version_id,
    });
    const merged = await nextVersion(copy, 'exams', await pulled(id), {
      record: { title: 'Here and there' },
    });
    expect(await owner.travel.push(merged)).toMatchObject({ seq: 3 });
  });

  test('of two copies that write at the same time one is first', async () => {
    const { document } = await taken();
    const bodies = await Promise.all(
      ['one', 'two'].map((title) => nextVersion(copy, 'exams', document, { record: { title } })),
    );
    const outcomes = await Promise.allSettled(bodies.map((body) => owner.travel.push(body)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('a flag alone comes without a version', async () => {
    const { id, document } = await taken();
    const { versions: _, ...trashed } = await nextVersion(copy, 'exams', document, {
      record: { title: 'unused' },
      row: {
        ...pick(document),
        is_deleted: 1,
      },
    });
    const longer = await nextVersion(copy, 'exams', document, {
      record: { title: 'unused' },
      row: { ...pick(document), head_bytes: document.row.head_bytes + 1 },
    });
    await expect(owner.travel.push({ ...longer, versions: [] })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await owner.travel.push({ ...trashed, versions: [] });
    expect((await owner.exams.get(id)).index.is_deleted).toBe(true);
  });

  test('a viewer brings nothing; of a group of others nothing is there', async () => {
    const { document } = await taken();
    const onTop = await nextVersion(viewersCopy, 'exams', document, { record: { title: 'Mine' } });
    await expect(viewer.travel.push(onTop)).rejects.toMatchObject({ code: 'permission_denied' });
    const made = await newDocument(viewersCopy, 'exams', group, { record: { title: 'Mine' } });
    await expect(viewer.travel.push(made)).rejects.toMatchObject({ code: 'permission_denied' });
    const elsewhere = await owner.groups.create({ name: 'Elsewhere' });
    const stranger = connect();
    const groups = [{ security_group_id: elsewhere.security_group_id, role: 'owner' as const }];
    const { invite_code } = await owner.principals.invite({ display_name: 'Dr. Stranger', groups });
    await stranger.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
    await expect(stranger.travel.push(onTop)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each<[what: string, code: string, make: (document: SealedDocument) => Promise<PushBody>]>([
    ['another author', 'invalid_request', (d) => changed(d, { by: viewersCopy.principal_id })],
    ['a time ahead of the clock', 'invalid_request', (d) => changed(d, { at: ahead(6 * MINUTE_MS) })],
    ['a time before the base', 'invalid_request', (d) => changed(d, { at: ahead(-MINUTE_MS) })],
    ['no time', 'invalid_request', (d) => changed(d, { at: 'yesterday' })],
    ['another patient', 'invalid_request', (d) => changed(d, { row: { patient_id: d.row.document_id } })],
    ['another group', 'group_key_unavailable', async (d) => inGroup(await changed(d, {}), 'elsewhere')],
    ['an older key', 'group_key_unavailable', async (d) => underKey(await changed(d, {}), 0)],
    ['somebody else as who changed it', 'invalid_request', (d) => changed(d, { row: { updated_by: null } })],
    [
      'the id of a version before',
      'invalid_request',
      (d) => changed(d, { version_id: d.row.head_version_id }),
    ],
    ['a draft', 'invalid_request', (d) => changed(d, { row: { draft_rev: 1, last_draft_rev: 1 } })],
    ['a revision that does not count on', 'invalid_request', (d) => changed(d, { row: { row_rev: 1 } })],
    ['a revision nobody counts to', 'invalid_request', (d) => changed(d, { row: { row_rev: 2 ** 50 } })],
    [
      'specialists that are none',
      'invalid_request',
      (d) => changed(d, { row: { specialist_ids: '["me"]' } }),
    ],
    ['a flag of its own', 'invalid_request', (d) => changed(d, { row: { is_archived: 2 } })],
    [
      'a MAC that does not hold',
      'invalid_request',
      async (d) => withRow(await changed(d, {}), { is_archived: 1 }),
    ],
    ['a version left out', 'invalid_request', cut],
    ['a version of another document', 'invalid_request', foreignVersion],
    ['a version that was changed', 'invalid_request', damagedVersion],
    ['a head that is none', 'invalid_request', (d) => changed(d, { row: { seq: 7 } })],
    ['bytes that are none', 'invalid_request', async (d) => withRow(await changed(d, {}), { dek: '2' })],
  ])('refuses %s', async (_what, code, make) => {
    const { id, document } = await taken();
    await expect(owner.travel.push(await make(document))).rejects.toMatchObject({ code });
    expect((await pulled(id)).row).toEqual(document.row);
  });

  test('refuses a record that no save would have made, whoever sealed it', async () => {
    const { id, document } = await taken();
    const seals = { record: { title: 'x' } };
    const hostile = [
      { report_lexical: null, report_html: '<script>alert(1)</script>' },
      { exam_date: 'yesterday' },
      { custom_attributes: { long: 'x'.repeat(70_000) } },
    ];
    for (const fields of hostile) {
      const body = await nextVersion(copy, 'exams', document, { ...seals, sealedAs: fields });
      await expect(owner.travel.push(body)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect((await pulled(id)).row).toEqual(document.row);
  });

  test('a new document is refused under an id that is taken, for another patient group, and with an old one as author', async () => {
    const { document } = await taken();
    const made = await newDocument(copy, 'exams', group, { record: { title: 'New' } });
    const onTaken = await newDocument(copy, 'exams', group, {
      record: { title: 'New' },
      row: { document_id: document.row.document_id },
    });
    await expect(owner.travel.push(onTaken)).rejects.toMatchObject({ code: 'version_conflict' });
    const unknown = await newDocument(copy, 'exams', group, {
      record: { title: 'New' },
      row: { patient_id: documentIdOf(made) },
    });
    await expect(owner.travel.push(unknown)).rejects.toMatchObject({ code: 'invalid_request' });
    const others = await newDocument(copy, 'exams', group, {
      record: { title: 'New' },
      by: parsePrincipalId(viewersCopy.principal_id),
    });
    await expect(owner.travel.push(others)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('into the trash nothing is written; out of it a copy may take a document', async () => {
    const { id } = await taken();
    await owner.exams.delete(id);
    const trashed = await pulled(id);
    const body = await nextVersion(copy, 'exams', trashed, { record: { title: 'Still' } });
    await expect(owner.travel.push(body)).rejects.toMatchObject({ code: 'document_deleted' });
    const back = await nextVersion(copy, 'exams', trashed, {
      record: { title: 'Back' },
      row: { is_deleted: 0 },
    });
    await owner.travel.push(back);
    expect((await owner.exams.get(id)).record.title).toBe('Back');
  });

  test('after a rotation the copy opens the new grant, wraps anew and brings what waited', async () => {
    const { id, document } = await taken();
    const waiting = await nextVersion(copy, 'exams', document, { record: { title: 'Written before' } });
    const { principal_id } = await member('Dr. Leaving');
    await owner.groups.removeMember(group, principal_id);
    await expect
      .poll(async () => (await pulled(id)).row.group_key_generation)
      .toBeGreaterThan(document.row.group_key_generation);
    await expect(owner.travel.push(waiting)).rejects.toMatchObject({
      code: expect.stringMatching(/^(version_conflict|group_key_unavailable)$/),
    });
    copy = await copyOf(owner, PASSPHRASE);
    viewersCopy = await copyOf(viewer, MEMBERS_PASSPHRASE);
    const again = await nextVersion(copy, 'exams', await pulled(id), { record: { title: 'Written before' } });
    expect(await owner.travel.push(again)).toMatchObject({ seq: 2 });
  });
});

/** Returns the head's columns. */
function pick({ row }: SealedDocument) {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const { head_version_id, head_bytes, seq } = row;
  return {
    ...{ head_version_id, head_bytes, seq },
    encrypted_index: bytes(row.encrypted_index),
    head_sha256: bytes(row.head_sha256),
  };
}

type Change = Partial<Parameters<typeof nextVersion<'exams'>>[3]>;

function changed(document: SealedDocument, change: Change): Promise<PushBody> {
  return nextVersion(copy, 'exams', document, { record: { title: 'Changed' }, ...change });
}

const withRow = (body: PushBody, row: Partial<PushBody['row']>): PushBody => ({
  ...body,
  row: { ...body.row, ...row },
});

const underKey = (body: PushBody, group_key_generation: number) => withRow(body, { group_key_generation });

async function inGroup(body: PushBody, name: string): Promise<PushBody> {
  const { security_group_id } = await owner.groups.create({ name });
  const { client } = await member(`Nobody in ${name}`);
  await client.session.lock();
  return withRow(body, { security_group_id, group_key_generation: 7 });
}

async function cut(document: SealedDocument): Promise<PushBody> {
  const first = await changed(document, {});
  const offline = { ...document, row: { ...first.row, change_seq: 1 }, versions: first.versions };
  const second = await changed(offline, {});
  return { ...second, base_row_mac: first.base_row_mac };
}

async function foreignVersion(document: SealedDocument): Promise<PushBody> {
  const other = await taken('Another');
  const body = await changed(document, {});
  const theirs = await changed(other.document, {});
  return { ...body, versions: theirs.versions };
}

async function damagedVersion(document: SealedDocument): Promise<PushBody> {
  const body = await changed(document, {});
  const flipped = (text: string) => text.slice(0, -8) + (text.at(-8) === 'A' ? 'B' : 'A') + text.slice(-7);
  return {
    ...body,
    versions: body.versions.map((version) => ({ ...version, sealed: flipped(version.sealed) })),
  };
}
