/**
 * Exams as DICOM media: the original files of their studies byte by byte, what was marked on them as Key Object
 * Selections and measurement reports, and a DICOMDIR over all of it. Nothing is opened before it is read.
 * Source: choices, "DICOM"; DICOM PS3.10 8.
 */
import type { DicomHeader, DicomInstance } from '#contract/drives/dicom.ts';
import { type MediaInstance, writeDicomdir } from '#dicom/write/dicomdir.ts';
import { keyObjects, type MarkedPicture, measurementReport } from '#dicom/write/marked-documents.ts';
import { type Mark, readMarks } from '#records/image-marks.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import type { CallOptions } from '#sdk/exchange/call.ts';
import type { ExamsApi } from '#sdk/resources/exams.ts';
import { createUids } from './hashed-uids.ts';

export interface MediaFile {
  /** `DICOMDIR`, or its folders and name. */
  readonly path: readonly string[];
  readonly content: () => AsyncIterable<Uint8Array>;
}

export interface DicomMedia {
  /** The DICOMDIR last: where it is, everything is. */
  readonly files: readonly MediaFile[];
  readonly images: number;
  readonly key_objects: number;
  readonly measurement_reports: number;
  /** DICOM files whose header is not read yet: they are not among the files. */
  readonly waiting: number;
}

export interface MediaSource {
  readonly exams: Pick<ExamsApi, 'get'>;
  readonly drive: (securityGroupId: string) => Pick<DriveApi, 'series' | 'download'>;
}

/** @throws VaultApiError not_found, permission_denied */
export async function dicomMedia(
  source: MediaSource,
  examIds: readonly string[],
  options: CallOptions = {},
): Promise<DicomMedia> {
  const files: MediaFile[] = [];
  const instances: MediaInstance[] = [];
  const counts = { images: 0, key_objects: 0, measurement_reports: 0, waiting: 0 };
  const uids = createUids();
  for (const [examAt, examId] of examIds.entries()) {
    const { index, version_id, record } = await source.exams.get(examId, undefined, options);
    const drive = source.drive(index.security_group_id);
    const { items, waiting } = await drive.series(examId, options);
    const folder = ['DICOM', numbered('E', examAt + 1)];
    for (const [seriesAt, series] of items.entries()) {
      for (const [at, { node_id, header }] of series.instances.entries()) {
        const path = [...folder, numbered('S', seriesAt + 1), numbered('I', at + 1)];
        files.push({ path, content: () => contentOf(drive, node_id, options) });
        instances.push({ path, header });
        counts.images += 1;
      }
    }
    const stored = items.flatMap((series) => series.instances);
    const marked = markedPictures(readMarks(record.custom_attributes), stored);
    for (const [studyAt, ofStudy] of [...byStudy(marked)].entries()) {
      const uidOf = await uids.of(`${version_id} ${studyAt}`, ofStudy);
      const documents = { KO: keyObjects(ofStudy, uidOf), SR: measurementReport(ofStudy, uidOf) };
      for (const [kind, document] of Object.entries(documents)) {
        if (document === undefined) continue;
        const path = [...folder, `${kind}${String(studyAt + 1).padStart(4, '0')}`];
        files.push({ path, content: () => once(document.file) });
        instances.push({ path, header: document.header, content: document.content });
        counts[kind === 'KO' ? 'key_objects' : 'measurement_reports'] += 1;
      }
    }
    counts.waiting += waiting;
  }
  const named = instances.filter(({ header }) => isNamed(header));
  const directory = writeDicomdir(named, await uids.hashed(`directory ${examIds.join(' ')}`));
  return { files: [...files, { path: ['DICOMDIR'], content: () => once(directory) }], ...counts };
}

const NAME_DIGITS = 7;

function numbered(letter: string, number: number): string {
  return letter + String(number).padStart(NAME_DIGITS, '0');
}

/** A directory cannot name an object without these. */
function isNamed({ study_uid, series_uid, instance_uid, sop_class_uid }: DicomHeader): boolean {
  return [study_uid, series_uid, instance_uid, sop_class_uid].every((uid) => uid !== null);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* contentOf(drive: Pick<DriveApi, 'download'>, nodeId: string, options: CallOptions) {
  yield* await drive.download(nodeId, options);
}

/** Marks of files that are not there any more are left out. */
function markedPictures(marks: readonly Mark[], stored: readonly DicomInstance[]): MarkedPicture[] {
  const headers = new Map<string, DicomHeader>(stored.map(({ node_id, header }) => [node_id, header]));
  return marks.flatMap(({ node_id, ...mark }) => {
    const header = headers.get(node_id);
    return header !== undefined && isNamed(header) ? [{ ...mark, header }] : [];
  });
}

function byStudy(marks: readonly MarkedPicture[]): MarkedPicture[][] {
  return [...Map.groupBy(marks, ({ header }) => header.study_uid).values()];
}
