/** DCMTK as judge: documents it encapsulates come out as they went in, and what it reads in a report is in our text. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encapsulatedDocument } from '#dicom/documents/encapsulated-document.ts';
import { objectText } from '#dicom/documents/object-text.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { code, el, item, number, report, text } from '#test/support/dicom/report.ts';
import { smallPdf } from '#test/ui/support/sample-files.ts';
import { readSample } from './dicom-samples.ts';

const MAX_CHARS = 1_000_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'srvault-documents-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A model of one triangle. */
function smallModel(): Buffer {
  const model = Buffer.alloc(84 + 50);
  model.writeUInt32LE(1, 80);
  for (const [at, value] of [0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0].entries())
    model.writeFloatLE(value, 84 + at * 4);
  return model;
}

const CDA = `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="1.2.3"/><code code="1" codeSystem="1.2" codeSystemName="x" displayName="y"/><title>A title</title></ClinicalDocument>`;

test.for([
  ['pdf2dcm', Buffer.from(smallPdf('Letter', 2)), 'application/pdf'],
  ['cda2dcm', Buffer.from(CDA), 'text/xml'],
  ['stl2dcm', smallModel(), 'model/stl'],
] as const)('the document that %s encapsulates is found byte for byte', async (each, context) => {
  const [program, document, mediaType] = each;
  requirePeer(context, program, 'dcmtk');
  const [source, target] = [join(folder, `${program}.in`), join(folder, `${program}.dcm`)];
  writeFileSync(source, document);
  expect(await runPeer(program, [source, target])).toMatchObject({ code: 0 });
  const found = encapsulatedDocument(openDataset(readFileSync(target)));
  expect(found?.mediaType).toBe(mediaType);
  expect(Buffer.from(found?.bytes ?? []).equals(document)).toBe(true);
});

const MADE = report('Made report', [
  text('Impression', 'No acute finding.'),
  item({
    type: 'CONTAINER',
    name: 'Measurements',
    items: [
      number('Length', '12.5', code('mm', 'millimeter', 'UCUM')),
      item({ type: 'CODE', name: 'Site', values: [el('0040a168', 'SQ', [code('L', 'Left lung')])] }),
      item({ type: 'UIDREF', name: 'Tracking', values: [el('0040a124', 'UI', '1.2.3.4.5')] }),
    ],
  }),
]);

test.for([
  ['a published report', () => readSample('test-SR')],
  ['a made report', () => MADE],
] as const)('every name and value dsrdump reads in %s is in the text', async ([name, read], context) => {
  requirePeer(context, 'dsrdump', 'dcmtk');
  const file = join(folder, `${name.replaceAll(' ', '-')}.dcm`);
  writeFileSync(file, read());
  // The made one lacks attributes of the patient, which DCMTK reads on demand.
  const { output } = await runPeer('dsrdump', ['-Ph', '-Ec', '-Ee', '-Ev', '+Pl', '+U8', file]);
  const names = [...output.matchAll(/:\(,,"([^"]+)"\)/g)].map(([, value]) => value);
  const values = [...output.matchAll(/(?:TEXT|UIDREF):\(,,"[^"]+"\)="([^"\\]+)"/g)].map(([, value]) => value);
  const meanings = [...output.matchAll(/=\([^,()]+,[^,()]+,"([^"]+)"\)/g)].map(([, value]) => value);
  expect(names.length).toBeGreaterThan(3);
  expect(values.length).toBeGreaterThan(1);
  expect(meanings.length).toBeGreaterThan(0);
  const own = objectText(openDataset(read()), MAX_CHARS) ?? '';
  for (const each of [...names, ...values, ...meanings]) expect(own).toContain(each);
});
