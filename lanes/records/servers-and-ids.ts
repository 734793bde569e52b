/**
 * Record check: imports of any files and servers keep one record per person, and a server's id leads to one record.
 * Edits by a person do not change that. The plain model knows each true identity.
 */
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { PatientRecord } from '#contract/documents/records.ts';
import { parseSourceFile } from '#fhir/import/source/source-file.ts';
import { type FieldHashes, hashFields, partsOf } from '#imports/fhir/vault/field-hashes.ts';
import { findStoredRecord, type StoredRecord } from '#imports/fhir/vault/find-stored-record.ts';
import { identifierKeys, isSamePatient } from '#imports/fhir/vault/is-same-patient-or-exam.ts';
import { completeRecord } from '#records/complete-record.ts';
import { failuresOf } from './find-failures.ts';
import type { RecordKind } from './record-check.ts';

/** Two spellings of one server, another server, and two without a name. */
const SERVERS = [
  { of: 'a', base: 'https://a.example/fhir' },
  { of: 'a', base: 'http://a.example/fhir/' },
  { of: 'b', base: 'https://b.example/fhir' },
  { of: 'c', base: undefined },
  { of: 'd', base: undefined },
] as const;
const IDS = ['1', '2', 'p-3'];
/** Persons may be patients of several servers; some share a name, birth date or number. */
const PERSONS = [
  { name: 'Ada Moor', birthDate: '1950-01-01', number: 'N1' },
  { name: 'Ada Moor', birthDate: '1950-01-02', number: 'N2' },
  { name: 'Ben Lind', birthDate: '1950-01-01', number: 'N3' },
  { name: 'Cem Acar', birthDate: undefined, number: 'N4' },
  { name: 'Ada Moor', birthDate: '1950-01-01', number: undefined },
  { name: 'Ada Moor', birthDate: '1971-05-05', number: undefined },
  { name: 'Eve Moor', birthDate: '1999-09-09', number: 'N1' },
] as const;

/** Edits with unique values. */
const EDITS: readonly Partial<PatientRecord>[] = [
  { birth_date: '1933-03-03' },
  { legal_name: 'Dov Kern', display_name: 'Dov Kern' },
  { identifiers: [{ system: 'urn:n', type: null, value: 'N9' }] },
  { birth_date: null, identifiers: null },
];

const worlds = fc.record({
  /** Assigns persons to ids of servers. */
  who: fc.array(fc.nat(PERSONS.length - 1), { minLength: 12, maxLength: 12 }),
  files: fc.array(
    fc.record({
      server: fc.nat(SERVERS.length - 1),
      ids: fc.subarray(IDS, { minLength: 1 }),
      /** Edit a person makes in between, and its record. */
      edit: fc.option(fc.record({ at: fc.nat(9), change: fc.constantFrom(...EDITS) })),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});
type World = typeof worlds extends fc.Arbitrary<infer Case> ? Case : never;

export const SERVERS_AND_IDS: RecordKind = {
  name: 'servers and ids',
  check: (cases) => failuresOf(fc.asyncProperty(worlds, checkWorld), cases),
};

const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');

async function checkWorld({ who, files }: World): Promise<void> {
  const vault = fakeVault();
  const led = new Map<string, number>();
  for (const { server, ids, edit } of files) {
    const { of, base } = SERVERS[server] ?? SERVERS[0];
    for (const id of ids) {
      const person = who['abcd'.indexOf(of) * IDS.length + IDS.indexOf(id)] ?? 0;
      const record = await vault.bring(bundleOf(base, id, person), person);
      const key = base === undefined ? `${of} ${id} ${person}` : `${of} ${id}`;
      const before = led.get(key);
      // A person without number and birth date cannot be recognised by an id alone.
      const isKnowable = base !== undefined || PERSONS[person]?.birthDate !== undefined;
      if (before !== undefined && before !== record && isKnowable)
        throw new Error(`${key} led to record ${before}, then to ${record}`);
      led.set(key, record);
    }
    if (edit !== null) vault.edit(edit.at, edit.change);
  }
}

function bundleOf(base: string | undefined, id: string, person: number): string {
  const { name, birthDate, number } = PERSONS[person] ?? PERSONS[0];
  const identifier = number === undefined ? undefined : [{ system: 'urn:n', value: number }];
  const resource = { resourceType: 'Patient', id, name: [{ text: name }], birthDate, identifier };
  const fullUrl = base === undefined ? undefined : `${base.replace(/\/$/, '')}/Patient/${id}`;
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: [{ fullUrl, resource }] });
}

/** Fake vault with records as an import writes them; each remembers its true person. */
function fakeVault() {
  const records: { source_id: string; record: PatientRecord; person: number; said: FieldHashes }[] = [];
  const indexOf = (at: number) => ({ document_id: String(at), is_deleted: false, meta: {} }) as DocumentIndex;
  const held: StoredRecord<'patients'> = {
    findBySource: async (sourceId) => {
      const at = records.findIndex(({ source_id }) => source_id === sourceId);
      return at === -1 ? undefined : { index: indexOf(at) };
    },
    open: async (id) => {
      const found = records[Number(id)];
      if (found === undefined) throw new Error('no such record');
      return { index: indexOf(Number(id)), record: found.record } as Awaited<
        ReturnType<StoredRecord<'patients'>['open']>
      >;
    },
  };

  async function bring(text: string, person: number): Promise<number> {
    const [source] = (await parseSourceFile(text, { sha256Hex })).resources;
    if (source === undefined) throw new Error('nobody in the file');
    const { name, birthDate, number } = PERSONS[person] ?? PERSONS[0];
    const record = completeRecord('patients', {
      legal_name: name,
      display_name: name,
      birth_date: birthDate ?? null,
      identifiers: number === undefined ? [] : [{ system: 'urn:n', type: null, value: number }],
    });
    const now = await hashFields(partsOf(record), sha256Hex);
    const { view, source_id } = await findStoredRecord<'patients'>(held, { sha256Hex }, source, {
      agrees: ({ index, record: known }) =>
        isSamePatient(known, record, { before: records[Number(index.document_id)]?.said ?? {}, now }),
      apart: [record.birth_date, identifierKeys(record.identifiers).toSorted(), record.legal_name],
    });
    if (view !== undefined) {
      const at = Number(view.index.document_id);
      if (records[at]?.person !== person) throw new Error(`record ${at} became somebody else`);
      return at;
    }
    const mark = { source: 'fhir', source_id };
    const made = { ...record, custom_attributes: { import: mark } };
    records.push({ source_id, person, record: made, said: now });
    return records.length - 1;
  }

  function edit(at: number, change: Partial<PatientRecord>): void {
    const held = records[at];
    if (held !== undefined) held.record = { ...held.record, ...change };
  }
  return { bring, edit };
}
