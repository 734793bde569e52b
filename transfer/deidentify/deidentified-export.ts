/**
 * De-identifies exams, read through a client: records as FHIR R4, pictures as DICOM media, and a statement of what was
 * done. Undecided words are listed first; nothing is exported before a person has decided.
 * Source: DICOM PS3.15 E; 45 CFR 164.514(b)(2).
 */
import type { FhirResource } from 'fhir/r4.d.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DicomHeader, DicomInstance } from '#contract/drives/dicom.ts';
import { InflatedTooLargeError, NotDicomError } from '#dicom/read-dataset.ts';
import { type MediaInstance, writeDicomdir } from '#dicom/write/dicomdir.ts';
import { toBundle } from '#fhir/export/bundle.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { MediaFile } from '#sdk/media/dicom-media.ts';
import type { LeftOut } from './dicom/burned-in-text.ts';
import { type DeidentifiedFile, deidentifyFile } from './dicom/deidentify-file.ts';
import type { InflateFile } from './dicom/read-file.ts';
import { createPseudonyms, type Pseudonyms } from './pseudonyms.ts';
import { deidentifiedExam } from './records/exam-resources.ts';
import { type KnownIdentifiers, knownIdentifiers } from './text/known-identifiers.ts';
import { type Decisions, reviewedText, type WordToReview, wordsToReview } from './text/review-report.ts';

export interface CopyPlan {
  /** Each word once, in the order of the exams. */
  readonly words: readonly WordToReview[];
  /** Number of places removed without asking. */
  readonly certain: number;
  readonly pictures: number;
  /** Files other than DICOM, which are left out. */
  readonly other_files: number;
  /** Unprocessed DICOM files, which are left out. */
  readonly waiting: number;
  readonly exams: readonly PlannedExam[];
}

export interface PlannedExam {
  readonly view: DocumentView<'exams'>;
  readonly patient: DocumentView<'patients'> | null;
  readonly known: KnownIdentifiers;
  readonly series: readonly { readonly instances: readonly DicomInstance[] }[];
  /** Names of its files as the vault shows them, by node. */
  readonly names: ReadonlyMap<string, string>;
  /** Files other than DICOM, and unprocessed ones. */
  readonly apart: readonly LeftBehind[];
}

/** A file that is left out. Its name may identify the patient, so it is reported but not written into the copy. */
export interface LeftBehind {
  readonly name: string;
  readonly reason: LeftOut | 'not_readable' | 'other_file' | 'waiting';
}

export interface CopyOptions {
  readonly decisions: Decisions;
  /** True after a person has checked pictures that may show text. */
  readonly withRisk: boolean;
  readonly inflate: InflateFile;
  readonly signal?: AbortSignal;
  /** Called for each file left out of the copy. */
  readonly onLeftBehind?: (file: LeftBehind) => void;
}

/** Counts of a de-identified export, filled in while its files are read. */
export interface CopyStatement {
  readonly exams: number;
  pictures: number;
  /** Number of pictures written as decoded samples, because their compressed streams could not be cleaned. */
  pictures_decompressed: number;
  readonly left_out: Record<LeftOut | 'not_readable', number> & {
    readonly other_files: number;
    readonly waiting: number;
  };
  readonly removed_without_asking: number;
  readonly decided_words: number;
  readonly kept_words: number;
  readonly with_pictures_at_risk: boolean;
}

/** Plans a de-identified copy. @throws VaultApiError not_found, permission_denied */
export async function planCopy(client: VaultClient, examIds: readonly string[]): Promise<CopyPlan> {
  const exams: PlannedExam[] = [];
  const words = new Map<string, WordToReview>();
  const counts = { certain: 0, pictures: 0, other_files: 0, waiting: 0 };
  for (const id of examIds) {
    const view = await client.exams.get(id);
    const { security_group_id, meta } = view.index;
    const drive = client.drive(security_group_id);
    const patient = meta.patient_id ? await client.patients.get(meta.patient_id) : null;
    const { items: series, waiting } = await drive.series(id);
    const headers = series.flatMap(({ instances }) => instances.map(({ header }) => header));
    const known = knownIdentifiers(view.record, patient?.record ?? null, identifiersOf(headers));
    const review = wordsToReview(view.record, known);
    for (const word of review.words) if (!words.has(word.text)) words.set(word.text, word);
    const pictures = new Set(series.flatMap(({ instances }) => instances.map(({ node_id }) => node_id)));
    const names = new Map<string, string>();
    const apart: LeftBehind[] = [];
    for await (const { kind, node_id, name, media_kind } of drive.list({ exam_id: id })) {
      if (kind !== 'file') continue;
      names.set(node_id, name ?? node_id);
      if (!pictures.has(node_id))
        apart.push({ name: name ?? node_id, reason: media_kind === 'dicom' ? 'waiting' : 'other_file' });
    }
    counts.certain += review.certain;
    counts.pictures += headers.length;
    counts.waiting += waiting;
    counts.other_files += Math.max(0, names.size - headers.length - waiting);
    exams.push({ view, patient, known, series, names, apart });
  }
  return { ...counts, words: [...words.values()], exams };
}

/**
 * Yields the files as they are read, the statement last. Reads nothing before the first is requested.
 * @throws UndecidedWordsError before the first file
 */
export async function* deidentifiedCopy(
  client: VaultClient,
  plan: CopyPlan,
  options: CopyOptions,
): AsyncGenerator<MediaFile> {
  const reviewed = plan.exams.map(({ view, known }) => reviewedText(view.record, known, options.decisions));
  const statement = emptyStatement(plan, options);
  const resources = new Map<string, FhirResource>();
  const instances: MediaInstance[] = [];
  let anyone: Pseudonyms | undefined;
  for (const [at, exam] of plan.exams.entries()) {
    const { secret } = await client.exchange.pseudonymSecret(exam.view.index.document_id);
    const pseudonyms = await createPseudonyms(secret);
    anyone ??= pseudonyms;
    const own = await deidentifiedExam({
      ...{ exam_id: exam.view.index.document_id, record: exam.view.record, pseudonyms },
      patient: exam.patient?.record ?? null,
      text: reviewed[at] ?? { title: null, report_html: null },
    });
    const studies = new Set<string>();
    for (const file of exam.apart) options.onLeftBehind?.(file);
    for (const picture of picturesOf(exam, at)) {
      const file = await deidentified(client, exam, picture.node_id, { ...options, pseudonyms });
      if ('left_out' in file) {
        statement.left_out[file.left_out] += 1;
        const name = exam.names.get(picture.node_id) ?? picture.node_id;
        options.onLeftBehind?.({ name, reason: file.left_out });
        continue;
      }
      statement.pictures += 1;
      if (file.is_decompressed) statement.pictures_decompressed += 1;
      if (isNamed(file.header)) instances.push({ path: picture.path, header: file.header });
      if (file.header.study_uid !== null) studies.add(file.header.study_uid);
      yield { path: picture.path, content: () => once(file.bytes) };
    }
    for (const resource of own.map((one) => withStudies(one, [...studies])))
      resources.set(`${resource.resourceType}/${resource.id}`, resource);
  }
  const bundle = toBundle([...resources.values()]);
  yield { path: ['records.json'], content: () => once(json(bundle)) };
  if (instances.length > 0 && anyone !== undefined) {
    const directory = writeDicomdir(instances, await anyone.uid('directory'));
    yield { path: ['DICOMDIR'], content: () => once(directory) };
  }
  yield { path: [STATEMENT_NAME], content: () => once(json(described(statement))) };
}

/** File name of the statement beside the copy. */
export const STATEMENT_NAME = 'deidentification.json';

function emptyStatement(plan: CopyPlan, { decisions, withRisk }: CopyOptions): CopyStatement {
  const decided = plan.words.map(({ text }) => decisions.get(text));
  return {
    exams: plan.exams.length,
    pictures: 0,
    pictures_decompressed: 0,
    left_out: {
      ...{ damaged: 0, document: 0, writing_stated: 0, writing_possible: 0, not_readable: 0 },
      ...{ pixels_not_cleared: 0, identifier_found: 0 },
      other_files: plan.other_files,
      waiting: plan.waiting,
    },
    removed_without_asking: plan.certain,
    decided_words: decided.length,
    kept_words: decided.filter((decision) => decision === 'keep').length,
    with_pictures_at_risk: withRisk,
  };
}

function described(statement: CopyStatement) {
  return {
    method: {
      pictures:
        'DICOM PS3.15 Basic Application Level Confidentiality Profile, with modified dates; private attributes, curves and overlays out',
      records:
        '45 CFR 164.514(b)(2) safe harbour; dates moved by a secret number of days, the same for all of a patient',
      pixels:
        'The samples of every picture are as they were; where a compressed stream could not be cleared, they are written without compression. Bits beside them, bytes behind the frames and comments of compression are out, and the finished file was searched for every identifier. Pictures that may have writing on them stay behind unless a person looked at them.',
    },
    ...statement,
  };
}

function identifiersOf(headers: readonly DicomHeader[]) {
  const all = (pick: (header: DicomHeader) => string | null) => [
    ...new Set(headers.flatMap((header) => pick(header) ?? [])),
  ];
  return {
    names: [
      ...all(({ patient_name }) => patient_name),
      ...all(({ referring_physician }) => referring_physician),
      ...all(({ institution }) => institution),
    ],
    values: [...all(({ patient_id }) => patient_id), ...all(({ accession_number }) => accession_number)],
  };
}

function picturesOf({ series }: PlannedExam, examAt: number) {
  return series.flatMap(({ instances }, seriesAt) =>
    instances.map(({ node_id }, at) => ({
      node_id,
      path: ['DICOM', numbered('E', examAt), numbered('S', seriesAt), numbered('I', at)],
    })),
  );
}

const numbered = (letter: string, at: number) => letter + String(at + 1).padStart(7, '0');

type Outcome = DeidentifiedFile | { readonly left_out: 'not_readable' };

async function deidentified(
  client: VaultClient,
  { view, known }: PlannedExam,
  nodeId: string,
  options: CopyOptions & { readonly pseudonyms: Pseudonyms },
): Promise<Outcome> {
  const call = options.signal === undefined ? {} : { signal: options.signal };
  const drive = client.drive(view.index.security_group_id);
  const file = await drive.download(nodeId, call);
  const bytes = await file.bytes();
  const decode = async (n: number) => {
    try {
      return await drive.frame(nodeId, n, call);
    } catch (error) {
      if (error instanceof VaultApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  try {
    return await deidentifyFile(bytes, { ...options, known, decode });
  } catch (error) {
    if (error instanceof NotDicomError || error instanceof InflatedTooLargeError)
      return { left_out: 'not_readable' };
    throw error;
  }
}

/** True for headers with the UIDs a DICOMDIR requires. */
function isNamed({ study_uid, series_uid, instance_uid, sop_class_uid }: DicomHeader): boolean {
  return [study_uid, series_uid, instance_uid, sop_class_uid].every((uid) => uid !== null);
}

/** Links the resource to the study's pictures beside the bundle. */
function withStudies(resource: FhirResource, studies: readonly string[]): FhirResource {
  if (resource.resourceType !== 'ImagingStudy' || studies.length === 0) return resource;
  return {
    ...resource,
    identifier: studies.map((uid) => ({ system: 'urn:dicom:uid', value: `urn:oid:${uid}` })),
  };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
