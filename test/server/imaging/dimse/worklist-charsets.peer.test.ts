/** Tests worklist queries by DCMTK in the character sets of modalities. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { runPeer } from '#test/support/dicom/peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { needs } from '#test/support/left-out.ts';

const WORKLIST_FIND = '1.2.840.10008.5.1.4.31';
const EXPLICIT = '1.2.840.10008.1.2.1';

/** Names as stored, with the number that identifies each exam. */
const PATIENTS = [
  ['Müller, Jörg', '5001'],
  ['山田, 太郎', '5002'],
  ['홍, 길동', '5003'],
  ['Lindt, Ben', '5004'],
] as const;

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');
/** Source: DICOM PS3.5 H.3.1. */
const YAMADA = latin1('\x1b$B;3ED\x1b(B*');
const YAMADA_IN_GROUPS = latin1('=\x1b$B;3ED\x1b(B^\x1b$BB@O:\x1b(B');
/** Source: DICOM PS3.5 I.2. */
const HONG = latin1('\x1b$)C\xc8\xab*');
const HONG_IN_GROUPS = latin1('==\x1b$)C\xc8\xab^\x1b$)C\xb1\xe6\xb5\xbf');

let vault: ReceivingVault;

async function plan(legal_name: string, accession_number: string): Promise<void> {
  const security_group_id = vault.group;
  const patient = await vault.client.patients.create({ security_group_id, record: { legal_name } });
  await vault.client.exams.create({
    security_group_id,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-11-23',
      custom_attributes: { accession_number },
    },
  });
}

/** Writes a query by name; `characterSet` undefined for none. */
function writeQuery(characterSet: string | undefined, name: Uint8Array): string {
  const head = part10Head({
    sop_class_uid: WORKLIST_FIND,
    instance_uid: '2.25.1',
    transfer_syntax_uid: EXPLICIT,
    source_ae: '',
  });
  const path = join(vault.root, 'query.dcm');
  const elements = [
    ...(characterSet === undefined ? [] : [element(0x00080005, 'CS', characterSet)]),
    element(0x00080050, 'SH', ''),
    element(0x00100010, 'PN', name),
  ];
  writeFileSync(path, concatBytes([head, ...elements]));
  return path;
}

async function numbersOf(characterSet: string | undefined, name: Uint8Array, ...options: string[]) {
  const target = ['-aet', 'CT1', '-aec', 'SRVAULT', '127.0.0.1', String(vault.dicomPort)];
  const query = writeQuery(characterSet, name);
  const { output } = await runPeer('findscu', ['-W', '-v', ...options, ...target, query]);
  expect(output).toContain('Received Final Find Response (Success)');
  return output.match(/\[500\d\]/g)?.sort();
}

describe('C-FIND of the worklist by names', needs('findscu'), () => {
  beforeAll(async () => {
    vault = await startReceivingVault();
    await vault.unlock();
    for (const [legal_name, accession_number] of PATIENTS) await plan(legal_name, accession_number);
  });
  afterAll(() => vault.close());

  test.each([
    ['Latin-1', 'ISO_IR 100', latin1('Müller*'), '5001'],
    ['Latin-1 spelt otherwise', 'ISO-IR 100', latin1('Müller*'), '5001'],
    ['Latin-1 by code extension', 'ISO 2022 IR 6\\ISO 2022 IR 100', latin1('M\x1b-Aüller*'), '5001'],
    ['Latin-1 sent as nothing', undefined, latin1('Müller^Jörg'), '5001'],
    ['UTF-8', 'ISO_IR 192', utf8('Müller^Jörg'), '5001'],
    ['UTF-8 spelt otherwise', 'ISO-IR 192', utf8('müller*'), '5001'],
    ['Kanji in UTF-8', 'ISO IR 192', utf8('山田*'), '5002'],
    ['ISO 2022 IR 87', '\\ISO 2022 IR 87', YAMADA, '5002'],
    ['ISO 2022 IR 87 behind its sign of groups', 'ISO 2022 IR 6\\ISO 2022 IR 87', YAMADA_IN_GROUPS, '5002'],
    ['ISO 2022 IR 149', '\\ISO 2022 IR 149', HONG, '5003'],
    ['ISO 2022 IR 149 behind its sign of groups', '\\ISO 2022 IR 149', HONG_IN_GROUPS, '5003'],
    ['ASCII', undefined, latin1('lindt*'), '5004'],
  ])('finds %s', async (_case, characterSet, name, number) => {
    expect(await numbersOf(characterSet, name)).toEqual([`[${number}]`]);
  });

  test.each(['-xi', '-xe'])('in the transfer syntax of %s', async (syntax) => {
    expect(await numbersOf('\\ISO 2022 IR 149', HONG, syntax)).toEqual(['[5003]']);
    expect(await numbersOf('\\ISO 2022 IR 149', latin1('\x1b$)C\xb1\xe8*'), syntax)).toBeUndefined();
  });
});
