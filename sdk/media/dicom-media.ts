/**
 * Exports exams as DICOM media: unchanged original files, Key Object Selections and measurement reports for
 * annotations, and a DICOMDIR. Files are opened only when read, except pictures with a measured region.
 * Source: choices, "DICOM"; DICOM PS3.10 8.
 */
import type { ExamRecord } from '#contract/documents/records.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { regionOf } from '#dicom/picture/pixel-values.ts';
import { type DirectoryHeader, type MediaInstance, writeDicomdir } from '#dicom/write/dicomdir.ts';
import {
  type AnnotatedImage,
  type KeyPicture,
  keyObjects,
  measurementReport,
} from '#dicom/write/structured-reports.ts';
import { readAnnotations } from '#records/studies/image-annotations.ts';
import { picturesOfHtml } from '#report/figures-in-html.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { assertGiven } from '#sdk/http/argument-checks.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { createUids } from './deterministic-uids.ts';
import { dicomLetter, type LetterSource } from './dicom-letter.ts';
import { sealedAt } from './sealed-at.ts';

export interface MediaFile {
  /** `DICOMDIR`, or folder names and file name. */
  readonly path: readonly string[];
  readonly content: () => AsyncIterable<Uint8Array>;
}

export interface DicomMedia {
  /** Files, the DICOMDIR last, so that its presence means completeness. */
  readonly files: readonly MediaFile[];
  readonly images: number;
  readonly key_objects: number;
  readonly measurement_reports: number;
  readonly letters: number;
  /** Number of DICOM files left out because their header is not read yet. */
  readonly waiting: number;
}

export interface MediaSource {
  readonly exams: LetterSource['exams'];
  readonly patients: LetterSource['patients'];
  readonly drive: (securityGroupId: string) => Pick<DriveApi, 'series' | 'download' | 'frame'>;
}

/**
 * Collects the files of exams as DICOM media, with `letters` also their letters.
 * @throws VaultApiError not_found, permission_denied; with `letters` like `dicomLetter`
 */
export async function dicomMedia(
  source: MediaSource,
  examIds: readonly string[],
  { letters = false, ...options }: CallOptions & { readonly letters?: boolean } = {},
): Promise<DicomMedia> {
  assertGiven(Array.isArray(examIds), 'dicom takes a list of exam ids, as in dicom([id]).');
  const files: MediaFile[] = [];
  const instances: MediaInstance[] = [];
  const counts = { images: 0, key_objects: 0, measurement_reports: 0, letters: 0, waiting: 0 };
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
    const headers = new Map(
      items.flatMap((series) => series.instances.map(({ node_id, header }) => [node_id, header] as const)),
    );
    const keys = keyPictures(record, version_id ?? '', headers);
    for (const [studyAt, ofStudy] of byStudy(keys).entries()) {
      const marks = await Promise.all(
        ofStudy.filter(isMarked).map((mark) => withFrame(drive, mark, options)),
      );
      const uidOf = await uids.of(`${version_id} ${studyAt}`, marks);
      const documents = { KO: keyObjects(ofStudy, uidOf), SR: measurementReport(marks, uidOf) };
      for (const [kind, document] of Object.entries(documents)) {
        if (document === undefined) continue;
        const path = [...folder, `${kind}${String(studyAt + 1).padStart(4, '0')}`];
        files.push({ path, content: () => once(document.file) });
        instances.push({ path, header: document.header, content: document.content });
        counts[kind === 'KO' ? 'key_objects' : 'measurement_reports'] += 1;
      }
    }
    if (letters) {
      const letter = await dicomLetter(source, examId, options);
      const path = [...folder, 'LETTER'];
      files.push({ path, content: () => once(letter.file) });
      instances.push({ path, header: letter.header, content: letter.content });
      counts.letters += 1;
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

/** Returns true if the file has the ids that a DICOMDIR requires. */
function isNamed({ study_uid, series_uid, instance_uid, sop_class_uid }: DirectoryHeader): boolean {
  return [study_uid, series_uid, instance_uid, sop_class_uid].every((uid) => uid !== null);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* contentOf(drive: Pick<DriveApi, 'download'>, nodeId: string, options: CallOptions) {
  yield* await drive.download(nodeId, options);
}

/** Returns annotated pictures and figures of the report; skips those whose files no longer exist. */
function keyPictures(
  { custom_attributes, report_html }: ExamRecord,
  versionId: string,
  headers: ReadonlyMap<string, DicomHeader>,
): (KeyPicture | StoredMark)[] {
  const shown = { made_by: '', made_at: sealedAt(versionId) };
  const figures = picturesOfHtml(report_html).map(({ node_id, frame }) => ({ node_id, frame, ...shown }));
  return [...readAnnotations(custom_attributes), ...figures].flatMap(({ node_id, ...key }) => {
    const header = headers.get(node_id);
    return header !== undefined && isNamed(header) ? [{ ...key, node_id, header }] : [];
  });
}

type StoredMark = AnnotatedImage & { readonly node_id: string };

function isMarked(key: KeyPicture | StoredMark): key is StoredMark {
  return 'mark_id' in key;
}

/** Adds the frame's values, if the vault can decode it; for an ellipse its pixel statistics. */
async function withFrame(drive: Pick<DriveApi, 'frame'>, mark: StoredMark, options: CallOptions) {
  if (mark.kind === 'arrow') return mark;
  try {
    const frame = await drive.frame(mark.node_id, mark.frame, options);
    const { unit, pixel_spacing, spacing_basis } = frame;
    const frameFacts = { unit, pixel_spacing, spacing_basis };
    return mark.kind === 'ellipse'
      ? { ...mark, frameFacts, region: regionOf(frame, mark.points) }
      : { ...mark, frameFacts };
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return mark;
    throw error;
  }
}

function byStudy<Key extends KeyPicture>(keys: readonly Key[]): Key[][] {
  return [...Map.groupBy(keys, ({ header }) => header.study_uid).values()];
}
