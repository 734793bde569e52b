/**
 * Writes the DICOMDIR of a folder: records of patients, studies, series and instances, linked by file offsets. Source:
 * DICOM PS3.3 F, PS3.10 8.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { mediaTypeOf } from '#dicom/documents/encapsulated-document.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { code, type DocumentContent, reportFlags } from './content-items.ts';
import { type Bytes, element, item, unsignedLong, unsignedShort } from './encode-elements.ts';
import { characterSet, EXPLICIT_LITTLE_ENDIAN, type StudyHeader } from './patient-and-study.ts';
import { recordTypeOf } from './record-types.ts';

export interface MediaInstance {
  /** Path components below the DICOMDIR, each of 1 to 8 of A to Z, 0 to 9 and `_`. */
  readonly path: readonly string[];
  readonly header: DirectoryHeader;
  /** Content of a document written by this program, for its directory record. */
  readonly content?: DocumentContent;
}

/** What directory records state of a file. */
export type DirectoryHeader = StudyHeader &
  Pick<
    DicomHeader,
    | 'modality'
    | 'series_uid'
    | 'series_number'
    | 'sop_class_uid'
    | 'instance_uid'
    | 'instance_number'
    | 'transfer_syntax_uid'
  >;

/** A document written by this program, with what its directory record states. */
export interface MadeDocument {
  readonly header: DirectoryHeader;
  readonly content: DocumentContent;
  readonly file: Bytes;
}

interface DirectoryRecord {
  readonly type: string;
  readonly reference: readonly Bytes[];
  readonly keys: readonly Bytes[];
  readonly lower: readonly DirectoryRecord[];
}

const DIRECTORY = '1.2.840.10008.1.3.10';
const RECORDS_HEAD_BYTES = 12;
const IN_USE = 0xffff;
/** Positions, within an item, of the offsets to the next record and to the first lower one. */
const NEXT_AT = 16;
const LOWER_AT = 38;
const NO_TIME = '000000';

/** Writes a DICOMDIR for these instances. @param instanceUid of the directory itself. */
export function writeDicomdir(instances: readonly MediaInstance[], instanceUid: string): Bytes {
  const head = part10Head({
    sop_class_uid: DIRECTORY,
    instance_uid: instanceUid,
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    source_ae: '',
  });
  const before = (first: number, last: number) =>
    concatBytes([
      element(0x00041130, 'CS', 'SRVAULT'),
      unsignedLong(0x00041200, first),
      unsignedLong(0x00041202, last),
      unsignedShort(0x00041212, 0),
    ]);
  const start = head.length + before(0, 0).length + RECORDS_HEAD_BYTES;
  const { items, first, last } = layOut(recordsOf(instances), start);
  return concatBytes([head, before(first, last), sequenceOf(items)]);
}

function sequenceOf(items: readonly Bytes[]): Bytes {
  return element(0x00041220, 'SQ', concatBytes(items));
}

/** Lays out records, each followed by those below it, and fills in the offsets between them. */
function layOut(roots: readonly DirectoryRecord[], start: number) {
  const items: Bytes[] = [];
  let end = start;
  function place(records: readonly DirectoryRecord[]): number[] {
    let previous: DataView | undefined;
    return records.map((record) => {
      const bytes = itemOf(record);
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const at = end;
      items.push(bytes);
      end += bytes.length;
      previous?.setUint32(NEXT_AT, at, true);
      previous = view;
      const [first = 0] = place(record.lower);
      view.setUint32(LOWER_AT, first, true);
      return at;
    });
  }
  const offsets = place(roots);
  return { items, first: offsets[0] ?? 0, last: offsets.at(-1) ?? 0 };
}

function itemOf({ type, reference, keys }: DirectoryRecord): Bytes {
  return item([
    unsignedLong(0x00041400, 0),
    unsignedShort(0x00041410, IN_USE),
    unsignedLong(0x00041420, 0),
    element(0x00041430, 'CS', type),
    ...reference,
    ...keys,
  ]);
}

function recordsOf(instances: readonly MediaInstance[]): DirectoryRecord[] {
  return groups(instances, ({ header }) => JSON.stringify([header.patient_id, header.patient_name])).map(
    (patient) => ({
      type: 'PATIENT',
      reference: [],
      keys: patientKeys(patient[0].header),
      lower: groups(patient, ({ header }) => header.study_uid ?? '').map((study, studyAt) => ({
        type: 'STUDY',
        reference: [],
        keys: studyKeys(study[0].header, studyAt + 1),
        lower: groups(study, ({ header }) => header.series_uid ?? '').map((series, seriesAt) => ({
          type: 'SERIES',
          reference: [],
          keys: seriesKeys(series[0].header, seriesAt + 1),
          lower: series.map((instance, at) => instanceRecord(instance, at + 1)),
        })),
      })),
    }),
  );
}

type NonEmpty<Value> = [Value, ...Value[]];

function groups<Value>(values: readonly Value[], keyOf: (value: Value) => string): NonEmpty<Value>[] {
  const found = new Map<string, NonEmpty<Value>>();
  for (const value of values) {
    const group = found.get(keyOf(value));
    if (group === undefined) found.set(keyOf(value), [value]);
    else group.push(value);
  }
  return [...found.values()];
}

function patientKeys({ patient_name, patient_id }: DirectoryHeader): Bytes[] {
  return [
    ...characterSet([patient_name ?? '', patient_id ?? '']),
    element(0x00100010, 'PN', patient_name ?? ''),
    element(0x00100020, 'LO', patient_id ?? ''),
  ];
}

/** Numbers required values that a file lacks, here and below, as DCMTK does. */
function studyKeys(header: DirectoryHeader, number: number): Bytes[] {
  const { study_date, study_time, accession_number, study_description, study_uid, study_id } = header;
  return [
    ...characterSet([accession_number ?? '', study_description ?? '', study_id ?? '']),
    element(0x00080020, 'DA', study_date ?? ''),
    element(0x00080030, 'TM', study_time ?? NO_TIME),
    element(0x00080050, 'SH', accession_number ?? ''),
    element(0x00081030, 'LO', study_description ?? ''),
    element(0x0020000d, 'UI', study_uid ?? ''),
    element(0x00200010, 'SH', study_id ?? String(number)),
  ];
}

function seriesKeys({ modality, series_uid, series_number }: DirectoryHeader, number: number): Bytes[] {
  return [
    element(0x00080060, 'CS', modality ?? 'OT'),
    element(0x0020000e, 'UI', series_uid ?? ''),
    element(0x00200011, 'IS', String(series_number ?? number)),
  ];
}

function instanceRecord({ path, header, content }: MediaInstance, number: number): DirectoryRecord {
  const sop_class_uid = header.sop_class_uid ?? '';
  const type = recordTypeOf(sop_class_uid);
  return {
    type,
    reference: [
      element(0x00041500, 'CS', path.join('\\')),
      element(0x00041510, 'UI', sop_class_uid),
      element(0x00041511, 'UI', header.instance_uid ?? ''),
      element(0x00041512, 'UI', header.transfer_syntax_uid ?? ''),
    ],
    keys: instanceKeys(type, header, content, number),
    lower: [],
  };
}

function instanceKeys(
  type: string,
  { instance_number, study_date, study_time, sop_class_uid }: DirectoryHeader,
  content: DocumentContent | undefined,
  number: number,
): Bytes[] {
  const instance = element(0x00200013, 'IS', String(instance_number ?? number));
  if (type === 'IMAGE') return [instance];
  const { date, time } = content ?? { date: study_date ?? '', time: study_time ?? NO_TIME };
  const when = [element(0x00080023, 'DA', date), element(0x00080033, 'TM', time)];
  // The title of another program's document is unknown here.
  const about = content === undefined ? [] : [code(0x0040a043, content.title)];
  if (type === 'ENCAP DOC')
    return [
      ...characterSet([content?.document_title ?? '']),
      ...when,
      ...[instance, ...about, ...encapsulatedKeys(sop_class_uid, content)],
    ];
  const flags = type === 'SR DOCUMENT' && content !== undefined ? reportFlags() : [];
  return [...when, instance, ...about, ...flags];
}

function encapsulatedKeys(sopClassUid: string | null, content: DocumentContent | undefined): Bytes[] {
  return [
    ...(content === undefined ? [element(0x0040a043, 'SQ', '')] : []),
    element(0x00420010, 'ST', content?.document_title ?? ''),
    element(0x00420012, 'LO', mediaTypeOf(sopClassUid ?? '')),
  ];
}
