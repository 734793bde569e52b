/**
 * Writes the pictures of a sample study as DICOM objects: CT, MR, ultrasound and computed radiography. Patient name,
 * comments and the picture itself say SAMPLE, also where the file goes without the vault. Source: DICOM PS3.3 A.2, A.3,
 * A.4 and A.6.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { type Bytes, element, unsignedShort } from '#dicom/write/encode-elements.ts';
import { drawPhantom, type Phantom } from './draw-phantom.ts';
import { type PhantomKind, phantomsOf } from './phantoms.ts';

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';

export interface SampleStudy {
  readonly kind: PhantomKind;
  /** The series is its first, the instances the numbers of that. */
  readonly study_uid: string;
  /** Makes the noise of this study its own. */
  readonly seed: number;
  /** `YYYYMMDD` and `HHMMSS`. */
  readonly date: string;
  readonly time: string;
  readonly accession: string;
  readonly title: string;
  readonly patient: {
    readonly name: string;
    readonly id: string;
    /** `YYYYMMDD`. */
    readonly birth_date: string;
    readonly sex: 'F' | 'M';
  };
}

export interface SampleObject {
  readonly instance_uid: string;
  readonly file: Bytes;
}

interface Modality {
  readonly sop_class_uid: string;
  readonly modality: 'CT' | 'MR' | 'US' | 'CR';
  readonly bits: { readonly allocated: number; readonly stored: number };
  readonly window: readonly [centre: number, width: number];
  readonly elements: (number: number, study: SampleStudy) => Bytes[];
}

/** Distance of two slices, and of two pixels, in millimetres. */
const SLICE_MM = 5;
const CT_PIXEL_MM = '1.40625';
const MR_PIXEL_MM = '1.25';

/** Position of axial slices of a square picture of `mm` pixels. */
function axial(number: number, study: SampleStudy, mm: string, half: string): Bytes[] {
  return [
    element(0x00180050, 'DS', String(SLICE_MM)),
    element(0x00185100, 'CS', 'HFS'),
    element(0x00200032, 'DS', `-${half}\\-${half}\\${-SLICE_MM * number}`),
    element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'),
    element(0x00200052, 'UI', `${study.study_uid}.2`),
    element(0x00201040, 'LO', ''),
    element(0x00280030, 'DS', `${mm}\\${mm}`),
  ];
}

const ct: Omit<Modality, 'window'> = {
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.2',
  modality: 'CT',
  bits: { allocated: 16, stored: 12 },
  elements: (number, study) => [
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
    element(0x00180060, 'DS', '120'),
    element(0x00200012, 'IS', '1'),
    ...axial(number, study, CT_PIXEL_MM, '180'),
    element(0x00281052, 'DS', '-1024'),
    element(0x00281053, 'DS', '1'),
    element(0x00281054, 'LO', 'HU'),
  ],
};

const mr: Modality = {
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.4',
  modality: 'MR',
  bits: { allocated: 16, stored: 12 },
  window: [450, 900],
  elements: (number, study) => [
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\OTHER'),
    element(0x00180020, 'CS', 'SE'),
    element(0x00180021, 'CS', 'NONE'),
    element(0x00180022, 'CS', ''),
    element(0x00180023, 'CS', '2D'),
    element(0x00180080, 'DS', '500'),
    element(0x00180081, 'DS', '15'),
    element(0x00180091, 'IS', '1'),
    ...axial(number, study, MR_PIXEL_MM, '120'),
  ],
};

const us: Modality = {
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.6.1',
  modality: 'US',
  bits: { allocated: 8, stored: 8 },
  window: [128, 256],
  elements: () => [element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\ABDOMINAL'), element(0x00200020, 'CS', '')],
};

const cr = (view: string): Modality => ({
  sop_class_uid: '1.2.840.10008.5.1.4.1.1.1',
  modality: 'CR',
  bits: { allocated: 16, stored: 12 },
  window: [1800, 3000],
  elements: () => [
    element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY'),
    element(0x00181164, 'DS', '0.7\\0.7'),
    element(0x00185101, 'CS', view),
    element(0x00200020, 'CS', 'L\\F'),
  ],
});

const MODALITIES: Readonly<Record<PhantomKind, Modality>> = {
  ct_chest: { ...ct, window: [-500, 1500] },
  ct_chest_smaller: { ...ct, window: [-500, 1500] },
  ct_arteries: { ...ct, window: [100, 700] },
  ct_abdomen: { ...ct, window: [60, 400] },
  ct_head: { ...ct, window: [35, 90] },
  mr_brain: mr,
  mr_knee: mr,
  mr_spine: mr,
  us_abdomen: us,
  cr_chest: cr('PA'),
  cr_wrist: cr('PA'),
};

/** Body part and, of a pair, its side, which others must not state. */
const PARTS: Readonly<Record<PhantomKind, readonly [part: string, laterality: string]>> = {
  ct_chest: ['CHEST', ''],
  ct_chest_smaller: ['CHEST', ''],
  ct_arteries: ['CHEST', ''],
  ct_abdomen: ['ABDOMEN', ''],
  ct_head: ['HEAD', ''],
  mr_brain: ['BRAIN', ''],
  mr_knee: ['KNEE', 'L'],
  mr_spine: ['LSPINE', ''],
  us_abdomen: ['ABDOMEN', ''],
  cr_chest: ['CHEST', ''],
  cr_wrist: ['WRIST', 'R'],
};

export function sampleObjects(study: SampleStudy): SampleObject[] {
  return phantomsOf(study.kind, study.seed).map((phantom, at) => sampleObject(study, phantom, at + 1));
}

function sampleObject(study: SampleStudy, phantom: Phantom, number: number): SampleObject {
  const { sop_class_uid, modality, bits, window, elements } = MODALITIES[study.kind];
  const { study_uid, date, time, patient } = study;
  const series_uid = `${study_uid}.1`;
  const instance_uid = `${series_uid}.${number}`;
  const [part, laterality] = PARTS[study.kind];
  const values = drawPhantom(phantom);
  const pixels = bits.allocated === 8 ? Uint8Array.from(values) : new Uint8Array(values.buffer);
  const written = [
    element(0x00080016, 'UI', sop_class_uid),
    element(0x00080018, 'UI', instance_uid),
    element(0x00080020, 'DA', date),
    element(0x00080023, 'DA', date),
    element(0x00080030, 'TM', time),
    element(0x00080033, 'TM', time),
    element(0x00080050, 'SH', study.accession),
    element(0x00080060, 'CS', modality),
    element(0x00080070, 'LO', 'SAMPLE'),
    element(0x00080090, 'PN', ''),
    element(0x00081030, 'LO', study.title),
    element(0x0008103e, 'LO', 'SAMPLE'),
    element(0x00100010, 'PN', patient.name),
    element(0x00100020, 'LO', patient.id),
    element(0x00100030, 'DA', patient.birth_date),
    element(0x00100040, 'CS', patient.sex),
    element(0x00104000, 'LT', 'SAMPLE: an invented patient'),
    element(0x00180015, 'CS', part),
    element(0x0020000d, 'UI', study_uid),
    element(0x0020000e, 'UI', series_uid),
    element(0x00200010, 'SH', '1'),
    element(0x00200011, 'IS', '1'),
    element(0x00200013, 'IS', String(number)),
    ...(laterality === '' ? [] : [element(0x00200060, 'CS', laterality)]),
    element(0x00204000, 'LT', 'SAMPLE: drawn by a program, nobody was examined'),
    unsignedShort(0x00280002, 1),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    unsignedShort(0x00280010, phantom.rows),
    unsignedShort(0x00280011, phantom.columns),
    unsignedShort(0x00280100, bits.allocated),
    unsignedShort(0x00280101, bits.stored),
    unsignedShort(0x00280102, bits.stored - 1),
    unsignedShort(0x00280103, 0),
    element(0x00280300, 'CS', 'YES'),
    element(0x00280301, 'CS', 'YES'),
    element(0x00281050, 'DS', String(window[0])),
    element(0x00281051, 'DS', String(window[1])),
    element(0x7fe00010, bits.allocated > 8 ? 'OW' : 'OB', pixels),
    ...elements(number, study),
  ];
  const dataSet = concatBytes(written.sort((one, other) => tagOf(one) - tagOf(other)));
  const meta = { sop_class_uid, instance_uid, transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN, source_ae: '' };
  return { instance_uid, file: concatBytes([part10Head(meta), dataSet]) };
}

/** Reads the tag as `0xggggeeee`. */
function tagOf(bytes: Bytes): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint16(0, true) * 0x1_0000 + view.getUint16(2, true);
}
