/**
 * Writes annotations and key images of a study as DICOM documents: a Key Object Selection, and an Imaging Measurement
 * Report of lengths, angles and regions. Deterministic: the same annotations give the same bytes.
 * Source: DICOM PS3.3 A.35.3, A.35.4; PS3.16 TID 1410, TID 1419, TID 1500, TID 2010.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';
import type { DicomHeader, SpacingBasis } from '#contract/drives/dicom.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { angleOf, ellipseAreaOf, isCalibrated, lengthOf } from '#dicom/picture/image-geometry.ts';
import type { Region } from '#dicom/picture/pixel-values.ts';
import {
  type Code,
  type ContentItem,
  codeItem,
  container,
  dcm,
  evidence,
  nameItem,
  numberItem,
  type PictureReference,
  pictureItem,
  regionItem,
  reportFlags,
  rootContainer,
  shapeItem,
  textItem,
  ucum,
  uidItem,
} from './content-items.ts';
import type { MadeDocument } from './dicomdir.ts';
import { type Bytes, element, sequence } from './encode-elements.ts';
import { characterSet, contentTime, EXPLICIT_LITTLE_ENDIAN, patientElements } from './patient-and-study.ts';
import { SHADES, SIGNAL } from './pixel-value-codes.ts';

/** Unit and spacing of a frame. */
export interface FrameFacts {
  readonly unit: string | null;
  readonly pixel_spacing: readonly number[] | null;
  readonly spacing_basis: SpacingBasis | null;
}

/** Key image with its reference. */
export interface KeyPicture extends PictureReference {
  readonly made_by: string;
  readonly made_at: string;
}

export interface AnnotatedImage extends KeyPicture {
  /** UUID of the annotation, for deterministic UIDs. */
  readonly mark_id: string;
  readonly kind: 'length' | 'angle' | 'ellipse' | 'arrow';
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Pixel values in an ellipse; undefined where they cannot be read. */
  readonly region?: Region | undefined;
  /** Facts of the measured frame; undefined where it cannot be decoded. */
  readonly frameFacts?: FrameFacts | undefined;
}

/** Returns a UID for each name below and each annotation id; the same for the same name. */
export type UidOf = (name: string) => string;
export const DOCUMENT_UID_NAMES = [
  'key objects',
  'key objects series',
  'measurements',
  'measurements series',
] as const;

const KEY_OBJECTS = '1.2.840.10008.5.1.4.1.1.88.59';
const COMPREHENSIVE_REPORT = '1.2.840.10008.5.1.4.1.1.88.33';
/** Above the series numbers of modalities. */
const KEY_OBJECTS_SERIES = 9001;
const REPORT_SERIES = 9002;

const sct = (value: string, meaning: string): Code => ({ value, scheme: 'SCT', meaning });
const OF_INTEREST = dcm('113000', 'Of Interest');
const MEASUREMENT_REPORT = dcm('126000', 'Imaging Measurement Report');
const LANGUAGE: ContentItem = codeItem(
  'HAS CONCEPT MOD',
  dcm('121049', 'Language of Content Item and Descendants'),
  { value: 'en', scheme: 'RFC5646', meaning: 'English' },
);

/** `keys`: of one study, at least one. */
export function keyObjects(keys: readonly KeyPicture[], uidOf: UidOf): MadeDocument {
  const pictures = new Map(keys.map((key) => [`${key.header.instance_uid} ${key.frame}`, key]));
  const items = [...pictures.values()].map((picture) => pictureItem('CONTAINS', picture));
  return madeDocument(keys, {
    ...{ name: 'key objects', modality: 'KO', number: KEY_OBJECTS_SERIES, title: OF_INTEREST },
    ...{ sop_class_uid: KEY_OBJECTS, template: '2010', flags: [], items, uidOf },
  });
}

/** Builds the measurement report of a study's annotations; undefined without measurements. */
export function measurementReport(marks: readonly AnnotatedImage[], uidOf: UidOf): MadeDocument | undefined {
  const measured = marks.filter((mark) => measurementOf(mark) !== undefined);
  if (measured.length === 0) return undefined;
  const groups = measured.map((mark, at) => measurementGroup(mark, at + 1, uidOf));
  const items = [
    LANGUAGE,
    codeItem('HAS CONCEPT MOD', dcm('121058', 'Procedure Reported'), sct('363679005', 'Imaging procedure')),
    container('CONTAINS', dcm('126010', 'Imaging Measurements'), groups),
  ];
  return madeDocument(measured, {
    ...{ name: 'measurements', modality: 'SR', number: REPORT_SERIES, title: MEASUREMENT_REPORT },
    ...{ sop_class_uid: COMPREHENSIVE_REPORT, template: '1500', flags: reportFlags(), items, uidOf },
  });
}

interface Measurement {
  readonly name: Code;
  readonly value: number;
  readonly unit: Code;
}

const PIXELS = ucum('{pixels}', 'pixels');
const SQUARE_PIXELS = ucum('{pixels}2', 'square pixels');

function geometryOf({ header, frame, frameFacts }: AnnotatedImage) {
  const own = { ...header, ...header.frame_geometry?.[frame - 1], ...frameFacts };
  return { spacing: own.pixel_spacing, basis: own.spacing_basis, aspect: header.pixel_aspect_ratio };
}

function measurementOf(mark: AnnotatedImage): Measurement | undefined {
  const { kind, points } = mark;
  const { spacing, aspect } = geometryOf(mark);
  const isMm = isCalibrated(spacing);
  const measured = (name: Code, value: number | undefined, unit: Code) =>
    value === undefined ? undefined : { name, value, unit };
  if (kind === 'length')
    return measured(
      sct('410668003', 'Length'),
      lengthOf(points, spacing, aspect),
      isMm ? ucum('mm', 'millimeter') : PIXELS,
    );
  if (kind === 'angle')
    return measured(sct('1483009', 'Angle'), angleOf(points, spacing, aspect), ucum('deg', 'degree'));
  if (kind === 'arrow') return undefined;
  return measured(
    sct('42798000', 'Area'),
    ellipseAreaOf(points, spacing, aspect),
    isMm ? ucum('mm2', 'square millimeter') : SQUARE_PIXELS,
  );
}

const MEAN = sct('373098007', 'Mean');
const DEVIATION = sct('386136009', 'Standard Deviation');
function shadesOf(mark: AnnotatedImage): (Measurement & { readonly derivation: Code })[] {
  const { header, region, frameFacts } = mark;
  const unit = frameFacts?.unit ?? null;
  const shades = unit === null ? (header.modality === 'MR' ? SIGNAL : undefined) : SHADES[unit];
  if (shades === undefined || region === undefined) return [];
  return [
    { ...shades, value: region.mean, derivation: MEAN },
    { ...shades, value: region.deviation, derivation: DEVIATION },
  ];
}

function measurementGroup(mark: AnnotatedImage, number: number, uidOf: UidOf): ContentItem {
  return container('CONTAINS', dcm('125007', 'Measurement Group'), [
    textItem('HAS OBS CONTEXT', dcm('112039', 'Tracking Identifier'), `Measurement ${number}`),
    uidItem('HAS OBS CONTEXT', dcm('112040', 'Tracking Unique Identifier'), uidOf(mark.mark_id)),
    codeItem('HAS OBS CONTEXT', dcm('121005', 'Observer Type'), dcm('121006', 'Person')),
    nameItem('HAS OBS CONTEXT', dcm('121008', 'Person Observer Name'), personName(mark.made_by)),
    ...measuredItems(mark),
  ]);
}

/** Length and angle are inferred from their shape; values of an ellipse belong to one region. */
function measuredItems(mark: AnnotatedImage): ContentItem[] {
  const measurement = measurementOf(mark);
  if (measurement === undefined) return [];
  const { name, value, unit } = measurement;
  if (mark.kind !== 'ellipse') {
    const points = mark.points.flatMap(({ x, y }) => [x, y]);
    const shape = shapeItem('POLYLINE', points, mark);
    return [numberItem(name, value, unit, [shape]), ...(mark.kind === 'length' ? whereItems(mark) : [])];
  }
  return [
    regionItem(dcm('111030', 'Image Region'), ellipseAxes(mark.points), mark),
    numberItem(name, value, unit, []),
    ...whereItems(mark),
    ...shadesOf(mark).map((shade) =>
      numberItem(shade.name, shade.value, shade.unit, [
        codeItem('HAS CONCEPT MOD', dcm('121401', 'Derivation'), shade.derivation),
      ]),
    ),
  ];
}

/** States that millimetres are at the detector. */
function whereItems(mark: AnnotatedImage): ContentItem[] {
  const { spacing, basis } = geometryOf(mark);
  if (!isCalibrated(spacing) || basis !== 'detector') return [];
  return [textItem('CONTAINS', dcm('121106', 'Comment'), AT_DETECTOR)];
}

const AT_DETECTOR = 'Millimetres at the detector, not corrected for magnification.';

/** The last word is the family name. Source: DICOM PS3.5 6.2, PN. */
function personName(name: string): string {
  const words = name
    .replaceAll(/[\\^=]/g, ' ')
    .trim()
    .split(/\s+/);
  return [words.at(-1), words.slice(0, -1).join(' ')].filter(Boolean).join('^');
}

/** The ends of the longer axis, then of the shorter one. */
function ellipseAxes(points: AnnotatedImage['points']): number[] {
  const [a = { x: 0, y: 0 }, b = a] = points;
  const [middleX, middleY] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const across = [Math.min(a.x, b.x), middleY, Math.max(a.x, b.x), middleY];
  const down = [middleX, Math.min(a.y, b.y), middleX, Math.max(a.y, b.y)];
  return Math.abs(a.x - b.x) >= Math.abs(a.y - b.y) ? [...across, ...down] : [...down, ...across];
}

interface DocumentPlan {
  readonly name: string;
  readonly modality: 'KO' | 'SR';
  readonly number: number;
  readonly title: Code;
  readonly sop_class_uid: string;
  readonly template: string;
  readonly flags: readonly Bytes[];
  readonly items: readonly ContentItem[];
  readonly uidOf: UidOf;
}

function madeDocument(marks: readonly KeyPicture[], plan: DocumentPlan): MadeDocument {
  const [first] = marks;
  if (first === undefined) throw new RangeError('A document is made of at least one mark.');
  const { uidOf, name, modality, number, title, sop_class_uid } = plan;
  const [last = ''] = marks
    .map(({ made_at }) => made_at)
    .toSorted()
    .reverse();
  const time = contentTime(last);
  const header: DicomHeader = {
    ...first.header,
    ...{ sop_class_uid, modality, series_number: number, instance_number: 1 },
    series_description: null,
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    series_uid: uidOf(`${name} series`),
    instance_uid: uidOf(name),
    frames: 0,
  };
  const { title: titled, template, content } = rootContainer(title, plan.template, plan.items);
  const names = marks.map(({ made_by }) => made_by);
  const { patient_name, patient_id, study_description, accession_number, referring_physician } = header;
  const texts = [patient_name, patient_id, study_description, accession_number, referring_physician];
  const dataSet = [
    ...characterSet([...names, ...texts.map((text) => text ?? '')]),
    element(0x00080016, 'UI', sop_class_uid),
    element(0x00080018, 'UI', header.instance_uid ?? ''),
    element(0x00080020, 'DA', header.study_date ?? ''),
    element(0x00080023, 'DA', time.date),
    element(0x00080030, 'TM', header.study_time ?? ''),
    element(0x00080033, 'TM', time.time),
    element(0x00080050, 'SH', accession_number ?? ''),
    element(0x00080060, 'CS', modality),
    element(0x00080070, 'LO', 'Sealed Records Vault'),
    element(0x00080090, 'PN', referring_physician ?? ''),
    element(0x00081030, 'LO', study_description ?? ''),
    sequence(0x00081111, []),
    ...patientElements(header),
    element(0x0020000d, 'UI', header.study_uid ?? ''),
    element(0x0020000e, 'UI', header.series_uid ?? ''),
    element(0x00200010, 'SH', header.study_id ?? ''),
    element(0x00200011, 'IS', String(number)),
    element(0x00200013, 'IS', '1'),
    ...titled,
    ...(modality === 'SR' ? [sequence(0x0040a372, [])] : []),
    evidence(marks.map(({ header: pictured }) => pictured)),
    ...plan.flags,
    template,
    content,
  ];
  const head = part10Head({
    sop_class_uid,
    instance_uid: header.instance_uid ?? '',
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    source_ae: '',
  });
  return { header, content: { ...time, title }, file: concatBytes([head, ...dataSet]) };
}
