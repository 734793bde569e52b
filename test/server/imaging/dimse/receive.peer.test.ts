/** Tests C-ECHO and C-STORE from DCMTK, into a locked and an unlocked vault. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { IMAGING_ROUTES } from '#contract/imaging/routes.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { type Bytes, element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { associate, storeRequest } from '#scripts/dicom/raw-peer.ts';
import { startServer } from '#server/app/start-server.ts';
import { type PeerRun, requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { dataSetOf, TAGS, writeStudy } from '#test/support/dicom/study.ts';
import { FOUNDING } from '#test/support/live-vault.ts';

const STUDY = '1.2.826.0.1.3680043.10.99.1';
const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const OTHER = '1.2.826.0.1.3680043.10.99.2';
/** Text in every sent object, not hidden by padding. */
const CANARY = 'CANARY^PATIENT';

async function receivingVault(options = {}): Promise<ReceivingVault> {
  const vault = await startReceivingVault(options);
  onTestFinished(vault.close);
  return vault;
}

function store(
  { dicomPort }: Pick<ReceivingVault, 'dicomPort'>,
  files: readonly string[],
  ...more: string[]
): Promise<PeerRun> {
  const target = ['-v', '-aec', 'SRVAULT', '127.0.0.1', String(dicomPort)];
  return runPeer('storescu', [...more, ...target, ...files]);
}

async function filed(vault: ReceivingVault) {
  await vault.server.services.filing.whenIdle();
  const drive = vault.client.drive(vault.group);
  const exams = await vault.client.exams.list({ security_group_id: vault.group }).toArray({ limit: 100 });
  return Promise.all(
    exams.map(async (exam) => ({
      exam,
      files: (await drive.list({ exam_id: exam.index.document_id }).toArray({ limit: 100 })).filter(
        ({ kind }) => kind === 'file',
      ),
    })),
  );
}

const counts = (vault: ReceivingVault) => vault.client.request(IMAGING_ROUTES.getInbox);

describe('C-ECHO', () => {
  test('answers a peer of this computer, and nobody under another title', async (context) => {
    requirePeer(context, 'echoscu', 'dcmtk');
    const vault = await receivingVault();
    const echo = (title: string) => runPeer('echoscu', ['-aec', title, '127.0.0.1', String(vault.dicomPort)]);
    expect(await echo('SRVAULT')).toMatchObject({ code: 0 });
    const refused = await echo('ANYBODY');
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain('Called AE Title Not Recognized');
  });

  test('is refused to a sender that is not named', async (context) => {
    requirePeer(context, 'echoscu', 'dcmtk');
    const vault = await receivingVault({ allow: [{ ae: 'CT1', address: '127.0.0.1' }] });
    const echo = (title: string) =>
      runPeer('echoscu', ['-aet', title, '-aec', 'SRVAULT', '127.0.0.1', String(vault.dicomPort)]);
    expect(await echo('CT1')).toMatchObject({ code: 0 });
    const refused = await echo('CT2');
    expect(refused.output).toContain('Calling AE Title Not Recognized');
  });
});

describe('C-STORE', () => {
  test('is refused before there is a vault and before its owner has ever unlocked: there is no key to seal to', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const root = mkdtempSync(join(tmpdir(), 'srvault-receive-'));
    const dataDir = join(root, 'vault');
    const server = await startServer({
      ...{ dataDir, port: 0, stateDir: join(root, 'state') },
      dicom: { port: 0, ae: 'SRVAULT', allow: [] },
    });
    const client = desktopClient(server.url, dataDir);
    onTestFinished(async () => {
      await client.close();
      await server.close();
      rmSync(root, { recursive: true, force: true });
    });
    const files = writeStudy(join(root, 'send'), STUDY, 1);
    const send = () => store({ dicomPort: server.dicomPort ?? 0 }, files);
    expect((await send()).output).toMatch(/OutOfResources|Refused/);
    await client.vault.init({
      name: FOUNDING.name,
      owner: { display_name: FOUNDING.owner },
      passphrase: FOUNDING.passphrase,
    });
    expect((await send()).output).toMatch(/OutOfResources|Refused/);
    await client.session.open({ passphrase: FOUNDING.passphrase });
    await client.session.lock();
    expect(await send()).toMatchObject({ code: 0 });
    expect(await client.request(IMAGING_ROUTES.getInbox)).toMatchObject({ images: 1 });
  });

  test('reaches a vault that was unlocked once, before it received', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    const sent = await store(vault, writeStudy(join(vault.root, 'send'), STUDY, 1));
    expect(sent).toMatchObject({ code: 0 });
    expect(await counts(vault)).toMatchObject({ images: 1 });
  });

  test('reaches a locked vault sealed, survives a restart, and is filed after the unlock byte by byte', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const first = await startReceivingVault();
    await first.unlock();
    await first.client.session.lock();
    let vault = await first.restart();
    const files = [
      ...writeStudy(join(vault.root, 'a'), STUDY, 6, { [TAGS.patient_name]: CANARY }),
      ...writeStudy(join(vault.root, 'b'), OTHER, 2, { [TAGS.patient_name]: CANARY }),
    ];
    // Normalise with DCMTK first, because storescu does so on sending.
    for (const file of files) await runPeer('dcmconv', ['--padding-off', file, file]);
    expect(await store(vault, files)).toMatchObject({ code: 0 });
    expect(await counts(vault)).toMatchObject({ studies: 2, images: 8 });
    expect(vault.onDisk().includes(CANARY)).toBe(false);
    expect(vault.onDisk().includes(STUDY)).toBe(false);

    vault = await vault.restart();
    onTestFinished(vault.close);
    expect(await counts(vault)).toMatchObject({ images: 8 });
    await vault.unlock();
    const exams = await filed(vault);
    expect(exams.map(({ files: stored }) => stored.length).sort()).toEqual([2, 6]);
    expect(await counts(vault)).toEqual({ studies: 0, images: 0, bytes: 0, last_received_at: null });
    for (const { files: stored } of exams) {
      for (const node of stored) {
        const content = await vault.client.drive(vault.group).download(node.node_id);
        const bytes = Buffer.from(await content.bytes());
        const [, number] = /\.1\.(\d+)\.dcm$/.exec(node.name ?? '') ?? [];
        const folder = node.name?.startsWith(STUDY) ? 'a' : 'b';
        const original = readFileSync(join(vault.root, folder, `${number}.dcm`));
        expect(Buffer.compare(dataSetOf(bytes), dataSetOf(original))).toBe(0);
      }
    }
    expect(vault.onDisk().includes(CANARY)).toBe(false);
  });

  test('goes to its exam at once where an editor is unlocked, and once only', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    await vault.unlock();
    const files = writeStudy(join(vault.root, 'send'), STUDY, 3);
    await store(vault, files);
    await store(vault, files);
    const exams = await filed(vault);
    expect(exams).toHaveLength(1);
    expect(exams[0]?.files).toHaveLength(3);
  });

  test('is filed once though it came twice while nobody was unlocked', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    const files = writeStudy(join(vault.root, 'send'), STUDY, 3);
    await store(vault, files);
    await store(vault, files);
    expect(await counts(vault)).toMatchObject({ images: 6 });
    await vault.unlock();
    const exams = await filed(vault);
    expect(exams.map(({ files: stored }) => stored.length)).toEqual([3]);
    expect(await counts(vault)).toMatchObject({ images: 0 });
  });

  test('takes one object after the other, each larger than what may wait for the disk', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    await vault.unlock();
    const files = Array.from({ length: 4 }, (_, at) => {
      const file = join(vault.root, `large-${at}.dcm`);
      writeFileSync(file, largeObject(at + 1));
      return file;
    });
    expect(await store(vault, files)).toMatchObject({ code: 0 });
    const [exam] = await filed(vault);
    expect(exam?.files.map(({ size }) => size)).toEqual(files.map((file) => statSync(file).size));
  });

  test('files a study under the patient of its identifier and birth date', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    await vault.unlock();
    const identity = { [TAGS.patient_id]: '4MR1' };
    // The CT has no birth date; half a match identifies nobody.
    await vault.client.patients.create({
      security_group_id: vault.group,
      record: {
        legal_name: 'CompressedSamples, CT1',
        birth_date: '1961-03-14',
        identifiers: [{ value: '4MR1' }],
      },
    });
    await store(vault, writeStudy(join(vault.root, 'send'), STUDY, 1, identity));
    const [only] = await filed(vault);
    expect(only?.exam.index.meta.patient_id ?? null).toBeNull();
    const { items } = await vault.client.request(IMAGING_ROUTES.listToMatch, {
      query: { security_group_id: vault.group },
    });
    expect(items).toMatchObject([
      {
        exam_id: only?.exam.index.document_id,
        images: 1,
        sent: { id: '4MR1', source_ae: 'STORESCU' },
        candidates: [{ exams: 0, same: { identifier: true, birth_date: null, family_name: true } }],
      },
    ]);
  });

  test('fills day, accession number and patient from a later object of the study', async () => {
    const vault = await receivingVault();
    await vault.unlock();
    const { index } = await vault.client.patients.create({
      security_group_id: vault.group,
      record: {
        ...{ legal_name: 'Kastellan, Mirela', birth_date: '1961-03-14' },
        identifiers: [{ type: 'MR', value: '00482-117' }],
      },
    });
    const object = (instance: number, ...more: Bytes[]) => {
      const uid = `${OTHER}.1.${instance}`;
      const uids = [element(0x00080018, 'UI', uid), element(0x0020000d, 'UI', OTHER)];
      return dataSetOf(
        Buffer.from(makeFile({ ...PIXELS, data: words([1, 2, 3, instance]) }, [...uids, ...more])),
      );
    };
    const socket = await associate(vault.dicomPort, CT_IMAGE, ['SRVAULT', 'CT1']);
    const send = async (instance: number, ...more: Bytes[]) => {
      const answered = once(socket, 'data');
      socket.write(storeRequest(CT_IMAGE, `${OTHER}.1.${instance}`, object(instance, ...more)));
      await answered;
      return (await filed(vault))[0];
    };
    const name = element(0x00100010, 'PN', 'Kastellan^Mirela');
    const first = await send(1, name);
    expect(first?.exam.index.meta.patient_id ?? null).toBeNull();
    const later = await send(
      2,
      ...[element(0x00080020, 'DA', '20260512'), element(0x00080050, 'SH', 'A17'), name],
      ...[element(0x00100020, 'LO', '00482-117'), element(0x00100030, 'DA', '19610314')],
    );
    socket.destroy();
    expect(later?.exam.summary).toMatchObject({
      exam_date: '2026-05-12T00:00:00.000Z',
      accession_number: 'A17',
    });
    expect(later?.exam.index.meta.patient_id).toBe(index.document_id);
  });

  test('says so where an object is no instance of a study, and stays up', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    await vault.unlock();
    const [file = ''] = writeStudy(join(vault.root, 'send'), STUDY, 1, { [TAGS.study]: ' ' });
    const sent = await store(vault, [file]);
    expect(sent.output).toMatch(/DataSetDoesNotMatch/i);
    expect(await counts(vault)).toMatchObject({ images: 0 });
    expect(await runPeer('echoscu', ['-aec', 'SRVAULT', '127.0.0.1', String(vault.dicomPort)])).toMatchObject(
      {
        code: 0,
      },
    );
  });
});

describe('an object whose sender goes away while it is made durable', () => {
  test('is there as a whole', async () => {
    const vault = await receivingVault();
    const object = largeObject(1);
    const { begin, groups } = vault.server.services.receiver;
    const [group] = groups();
    if (group === undefined) throw new Error('The vault has no group.');
    const incoming = await begin(group.security_group_id, 'CT1');
    await incoming.write(object);
    const finished = incoming.finish();
    await incoming.discard();
    await finished;
    await vault.unlock();
    const [node] = (await filed(vault)).flatMap(({ files }) => files);
    const content = await vault.client.drive(vault.group).download(node?.node_id ?? '');
    expect(Buffer.compare(Buffer.from(await content.bytes()), object)).toBe(0);
  });
});

describe('the DICOM port', () => {
  const titles = ['SRVAULT', 'CT1'] as const;

  test('hangs up on a peer that does not wait for an answer, and mixes no object with the next', async () => {
    const vault = await receivingVault();
    const objects = [1, 2].map((number) => dataSetOf(Buffer.from(largeObject(number))));
    const socket = await associate(vault.dicomPort, SECONDARY_CAPTURE, titles);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(
      concatBytes(objects.map((bytes, at) => storeRequest(SECONDARY_CAPTURE, `${STUDY}.1.${at + 1}`, bytes))),
    );
    await closed;
    await vault.unlock();
    const stored = (await filed(vault)).flatMap(({ files }) => files);
    expect(stored.map(({ name }) => name)).not.toContain(`${STUDY}.1.2.dcm`);
    for (const { node_id } of stored) {
      const content = await vault.client.drive(vault.group).download(node_id);
      const kept = dataSetOf(Buffer.from(await content.bytes()));
      expect(Buffer.compare(kept, objects[0] ?? Buffer.alloc(0))).toBe(0);
    }
  });

  test.each([1000, 65_536, 1_000_000])(
    'answers each large object of an association, sent in units of %i bytes',
    async (unitBytes) => {
      const vault = await receivingVault();
      const socket = await associate(vault.dicomPort, SECONDARY_CAPTURE, titles);
      for (const number of [1, 2, 3]) {
        const bytes = dataSetOf(Buffer.from(largeObject(number)));
        const answered = once(socket, 'data');
        socket.write(storeRequest(SECONDARY_CAPTURE, `${STUDY}.1.${number}`, bytes, unitBytes));
        await answered;
        expect(await counts(vault)).toMatchObject({ images: number });
      }
      socket.destroy();
    },
  );

  test.each([
    ['bytes of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a unit announced as four gigabytes', Buffer.from([4, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3])],
    ['data before an association', Buffer.from([4, 0, 0, 0, 0, 6, 0, 0, 0, 2, 1, 3])],
    ['an association that ends in the middle', Buffer.from([1, 0, 0, 0, 0, 8, 0, 1, 0, 0, 0, 0, 0, 0])],
  ])('ends the connection of a peer that sends %s', async (_what, bytes) => {
    const vault = await receivingVault();
    const socket = connect(vault.dicomPort, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.end(bytes);
    await closed;
    expect(await counts(vault)).toMatchObject({ images: 0 });
  });

  test('forgets what a peer did not send to its end', async (context) => {
    requirePeer(context, 'storescu', 'dcmtk');
    const vault = await receivingVault();
    await vault.unlock();
    const files = writeStudy(join(vault.root, 'send'), STUDY, 1);
    const relay = await cuttingRelay(vault.dicomPort, 20_000);
    const cut = await store({ ...vault, dicomPort: relay.port }, files);
    await relay.close();
    expect(cut.code).not.toBe(0);
    expect(await filed(vault)).toHaveLength(0);
    expect(await store(vault, files)).toMatchObject({ code: 0 });
    expect(await filed(vault)).toHaveLength(1);
  });
});

/** An object with 8 MiB of pixels. */
function largeObject(number: number): Uint8Array {
  const instance = `${STUDY}.1.${number}`;
  const sop_class_uid = SECONDARY_CAPTURE;
  const meta = { sop_class_uid, instance_uid: instance, transfer_syntax_uid: '1.2.840.10008.1.2.1' };
  return concatBytes([
    part10Head({ ...meta, source_ae: 'STORESCU' }),
    element(0x00080016, 'UI', sop_class_uid),
    element(0x00080018, 'UI', instance),
    element(0x00080060, 'CS', 'OT'),
    element(0x00100010, 'PN', 'Moreau^Ada'),
    element(0x0020000d, 'UI', STUDY),
    element(0x0020000e, 'UI', `${STUDY}.1`),
    element(0x7fe00010, 'OB', new Uint8Array(8 * 1024 * 1024)),
  ]);
}

/** Forwards `bytes` to the vault, then cuts both ends. */
async function cuttingRelay(to: number, bytes: number) {
  const relay = createServer((from) => {
    const onward = connect(to, '127.0.0.1');
    let passed = 0;
    from.on('data', (chunk) => {
      passed += chunk.length;
      if (passed < bytes) return void onward.write(chunk);
      onward.destroy();
      from.destroy();
    });
    onward.pipe(from);
    for (const socket of [from, onward]) socket.on('error', () => socket.destroy());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => new Promise((resolve) => relay.close(resolve)),
  };
}
