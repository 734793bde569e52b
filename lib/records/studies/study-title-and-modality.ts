/**
 * Title and modality of a study, from its pictures, whichever object arrived first. Presentation states, reports,
 * key objects and screen captures name a study only if it has nothing else. Source: DICOM PS3.3 C.7.3.1.1.1.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';

type NamingHeader = Pick<DicomHeader, 'modality' | 'sop_class_uid' | 'study_description' | 'body_part'>;

export interface StudyFacts {
  readonly title: string;
  readonly modality?: string;
}

const UNNAMED = 'Imaging study';
/** Ranks: pictures, captures, objects made from pictures, objects about pictures. */
const PICTURES = 0;
const CAPTURES = 1;
const DERIVED = 2;
const ABOUT = 3;
const ABOUT_MODALITIES = new Set(['SR', 'KO', 'PR', 'DOC', 'AU', 'PLAN']);
/** Presentation states, structured reports, encapsulated documents. */
const ABOUT_CLASSES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(?:11|88|104)(?:\.|$)/;
const CAPTURE_MODALITIES = new Set(['SC', 'OT']);
const CAPTURE_CLASSES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.7(?:\.|$)/;
const DERIVED_MODALITIES = new Set(
  'SEG REG FID RWV RTSTRUCT RTPLAN RTDOSE RTRECORD RTSEGANN M3D ANN SMR HC STAIN ASMT'.split(' '),
);

/** Title and modality of a study. @param headers in order of arrival. */
export function studyFacts(headers: readonly NamingHeader[]): StudyFacts {
  const naming = namingOf(headers);
  const modality = naming.map(modalityOf).find((each) => each !== undefined);
  const described = naming.find(({ study_description }) => study_description !== null);
  const title = titleOf(described ?? naming[0]);
  return { title, ...(modality === undefined ? {} : { modality }) };
}

/**
 * Corrected title and modality of an exam: undefined where already right, and only for values an object of the study
 * provided, so that nothing a person wrote is changed.
 */
export function correctedFacts(
  exam: { readonly title: string | null; readonly modality: string | null },
  headers: readonly NamingHeader[],
): Partial<StudyFacts> | undefined {
  const naming = namingOf(headers);
  const facts = studyFacts(headers);
  // A title made of modality and body part is replaced by a description from another object.
  const isNamed = naming.some(({ study_description }) => study_description !== null);
  const isTitleWrong =
    !naming.some((header) => (isNamed ? header.study_description : titleOf(header)) === exam.title) &&
    headers.some((header) => titlesGiven(header).includes(exam.title ?? ''));
  const modality = exam.modality ?? undefined;
  const isModalityWrong =
    facts.modality !== undefined &&
    (modality === undefined || !naming.some((header) => modalityOf(header) === modality)) &&
    headers.some((header) => modalitiesGiven(header).includes(modality));
  if (!isTitleWrong && !isModalityWrong) return undefined;
  return {
    ...(isTitleWrong ? { title: facts.title } : {}),
    ...(isModalityWrong && facts.modality !== undefined ? { modality: facts.modality } : {}),
  };
}

/** Objects that may name the study: those of the best rank. */
function namingOf<Header extends NamingHeader>(headers: readonly Header[]): readonly Header[] {
  const best = Math.min(...headers.map(kindOf));
  return headers.filter((header) => kindOf(header) === best);
}

function kindOf({ modality, sop_class_uid }: NamingHeader): number {
  const kind = modality?.toUpperCase() ?? '';
  const sopClass = sop_class_uid ?? '';
  if (ABOUT_MODALITIES.has(kind) || ABOUT_CLASSES.test(sopClass)) return ABOUT;
  if (DERIVED_MODALITIES.has(kind)) return DERIVED;
  return CAPTURE_MODALITIES.has(kind) || CAPTURE_CLASSES.test(sopClass) ? CAPTURES : PICTURES;
}

function modalityOf(header: NamingHeader): string | undefined {
  return kindOf(header) === ABOUT ? undefined : (header.modality ?? undefined);
}

function titleOf(header: NamingHeader | undefined): string {
  if (header === undefined) return UNNAMED;
  return header.study_description ?? titleFrom(modalityOf(header), header.body_part);
}

function titleFrom(modality: string | undefined, bodyPart: string | null): string {
  return [modality, bodyPart].filter(Boolean).join(' ') || UNNAMED;
}

/** Includes titles of older releases, from whichever object arrived first. */
function titlesGiven(header: NamingHeader): string[] {
  return [titleOf(header), titleFrom(header.modality ?? undefined, header.body_part)];
}

function modalitiesGiven(header: NamingHeader): (string | undefined)[] {
  return header.modality === null ? [undefined] : [modalityOf(header), header.modality];
}
