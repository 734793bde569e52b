/** Tests the modality worklist with DCMTK: planned exams are returned, and received studies are assigned to them. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DICOM_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { type PeerRun, requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { writeStudy } from '#test/support/dicom/study.ts';

const DAY = '2026-11-23';
const STEP = 'ScheduledProcedureStepSequence[0]';
const EVERYTHING = [
  ...['PatientName', 'PatientID', 'PatientBirthDate', 'PatientSex', 'AccessionNumber'],
  ...['StudyInstanceUID', 'RequestedProcedureID', 'RequestedProcedureDescription', 'ReferringPhysicianName'],
  ...[`${STEP}.Modality`, `${STEP}.ScheduledStationAETitle`, `${STEP}.ScheduledProcedureStepStartDate`],
  ...[`${STEP}.ScheduledProcedureStepStartTime`, `${STEP}.ScheduledProcedureStepID`],
];

let vault: ReceivingVault;

beforeAll(async () => {
  vault = await startReceivingVault();
  await vault.unlock();
});
afterAll(() => vault.close());

function find(...keys: string[]): Promise<PeerRun> {
  const asked = [...EVERYTHING, ...keys].flatMap((key) => ['-k', key]);
  return runPeer('findscu', [
    ...['-W', '-v', '-aet', 'CT1', '-aec', 'SRVAULT', ...asked],
    ...['127.0.0.1', String(vault.dicomPort)],
  ]);
}

const told = ({ output }: PeerRun) => output.match(/Find Response: \d+ \(Pending/g)?.length ?? 0;

async function planned(
  legal_name: string,
  number: string,
  more: { exam_date?: string; modality?: string } = {},
) {
  const security_group_id = vault.group;
  const patient = await vault.client.patients.create({
    security_group_id,
    record: {
      legal_name,
      birth_date: '1961-03-14',
      biological_sex: 'female',
      identifiers: [{ type: 'MRN', value: `P${number}` }],
    },
  });
  return vault.client.exams.create({
    security_group_id,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: DAY,
      ...more,
      custom_attributes: { accession_number: number },
    },
  });
}

describe('C-FIND of the worklist', () => {
  test('tells of a planned exam, with its patient, and files the study that comes back under its number', async (context) => {
    requirePeer(context, 'findscu', 'dcmtk');
    const exam = await planned('Moreau, Ada', '1001');
    const answer = await find('AccessionNumber=1001');
    expect(answer).toMatchObject({ code: 0 });
    expect(told(answer)).toBe(1);
    for (const value of [
      ...['[Moreau^Ada]', '[P1001 ]', '[19610314]', '[F ]', '[20261123]', '[CT1 ]'],
      ...['[CT chest]', '(0008,0090) PN (no value', '(0008,0060) CS [CT]'],
    ])
      expect(answer.output).toContain(value);

    const study = /\(0020,000d\) UI \[([\d.]+)\]/.exec(answer.output)?.[1] ?? '';
    expect(study).toMatch(/^2\.25\./);
    // A modality with its own UID is recognised by the accession number.
    const own = '1.2.826.0.1.3680043.10.97.1';
    const files = writeStudy(join(vault.root, 'back'), own, 2);
    // The CT lacks these attributes.
    await runPeer('dcmodify', ['-nb', '-i', 'AccessionNumber=1001', '-i', 'PatientID=P1001', ...files]);
    const target = ['-aec', 'SRVAULT', '127.0.0.1', String(vault.dicomPort)];
    expect(await runPeer('storescu', [...target, ...files])).toMatchObject({ code: 0 });
    await vault.server.services.filing.whenIdle();
    const drive = vault.client.drive(vault.group);
    const nodes = await drive.list({ exam_id: exam.index.document_id }).toArray({ limit: 10 });
    expect(nodes.filter(({ kind }) => kind === 'file')).toHaveLength(2);
    // Once received, the exam is no longer on the worklist.
    expect(told(await find('AccessionNumber=1001'))).toBe(0);
  });

  test('matches day, modality, station and name, and tells names beyond ASCII in UTF-8', async (context) => {
    requirePeer(context, 'findscu', 'dcmtk');
    await planned('Müller, Jörg', '2001');
    await planned('Lindt, Ben', '2002', { modality: 'MR' });
    await planned('Lindt, Carl', '2003', { exam_date: '2026-11-24T09:30:00+01:00' });
    const of = async (...keys: string[]) => (await find(...keys)).output.match(/\[200\d\]/g)?.sort();
    const date = (days: string) => `${STEP}.ScheduledProcedureStepStartDate=${days}`;
    expect(await of('AccessionNumber=200?', date('20261123'))).toEqual(['[2001]', '[2002]']);
    expect(await of('AccessionNumber=200?', date('20261124-'))).toEqual(['[2003]']);
    expect(await of('AccessionNumber=200?', `${STEP}.Modality=MR`)).toEqual(['[2002]']);
    expect(await of('PatientName=lindt*')).toEqual(['[2002]', '[2003]']);
    const named = await find('SpecificCharacterSet=ISO_IR 192', 'PatientName=Müller*');
    expect(named.output).toContain('ISO_IR 192');
    expect(named.output).toContain('Müller^Jörg');
  });

  test('does not tell of an exam of nobody', async (context) => {
    requirePeer(context, 'findscu', 'dcmtk');
    const security_group_id = vault.group;
    const custom_attributes = { accession_number: '3001' };
    const record = { title: 'Nobody', modality: 'CT', exam_date: DAY, custom_attributes };
    await vault.client.exams.create({ security_group_id, record });
    expect(told(await find('AccessionNumber=3001'))).toBe(0);
  });

  test('stands in the audit log with how many were told', async (context) => {
    requirePeer(context, 'findscu', 'dcmtk');
    await find('AccessionNumber=none');
    const entries = await vault.client.audit.list({ kind: 'documents_listed' }).toArray({ limit: 50 });
    expect(entries.map(({ detail }) => detail)).toContain('worklist CT1 0');
  });

  test('is refused while nobody is unlocked, and says why', async (context) => {
    requirePeer(context, 'findscu', 'dcmtk');
    await planned('Moreau, Ada', '4001');
    await vault.client.session.lock();
    const refused = await find();
    expect(refused.output).toMatch(/OutOfResources/i);
    expect(refused.output).not.toContain('Moreau');
    await vault.unlock();
    expect(told(await find('AccessionNumber=4001'))).toBe(1);
  });

  test('ends the connection of a peer whose request does not end', async () => {
    const socket = await associated();
    // Fragments of a command, none marked as last.
    const fragment = Buffer.alloc(65_536);
    const head = [4, 0, 0, 0, 0xff, 0xfa, 0, 0, 0xff, 0xf6, 1, 1];
    fragment.set(head);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    for (let sent = 0; sent < 3 * DICOM_REQUEST_MAX_BYTES; sent += fragment.length) socket.write(fragment);
    await closed;
    // The vault accepts the next one.
    (await associated()).destroy();
  });
});

const ASSOCIATE_ACCEPTED = 2;

/** Returns a connection with an accepted association. */
async function associated(): Promise<Socket> {
  const socket = connect(vault.dicomPort, '127.0.0.1');
  socket.write(associateRequest('CT1', 'SRVAULT'));
  const [accepted] = await once(socket, 'data');
  expect(accepted[0]).toBe(ASSOCIATE_ACCEPTED);
  return socket;
}

/** Proposes verification in implicit little endian. Source: DICOM PS3.8 9.3.2. */
function associateRequest(calling: string, called: string): Buffer {
  const item = (type: number, ...parts: (Buffer | string)[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    const itemHead = Buffer.from([type, 0, 0, 0]);
    itemHead.writeUInt16BE(body.length, 2);
    return Buffer.concat([itemHead, body]);
  };
  const proposal = [
    Buffer.from([1, 0, 0, 0]),
    item(0x30, '1.2.840.10008.1.1'),
    item(0x40, '1.2.840.10008.1.2'),
  ];
  const body = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    Buffer.from(called.padEnd(16) + calling.padEnd(16)),
    Buffer.alloc(32),
    item(0x10, '1.2.840.10008.3.1.1.1'),
    item(0x20, ...proposal),
    item(0x50, item(0x51, Buffer.from([0, 1, 0, 0]))),
  ]);
  const head = Buffer.from([1, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
}
