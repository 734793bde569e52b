/** Writes content items of structured reports. Source: DICOM PS3.3 C.17.3, PS3.16. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { type Bytes, element, floats, sequence } from './encode-elements.ts';
import type { ContentTime } from './patient-and-study.ts';

export interface Code {
  readonly value: string;
  readonly scheme: 'DCM' | 'SCT' | 'UCUM' | 'RFC5646' | 'LN';
  readonly meaning: string;
}

export const dcm = (value: string, meaning: string): Code => ({ value, scheme: 'DCM', meaning });
export const ucum = (value: string, meaning: string): Code => ({ value, scheme: 'UCUM', meaning });

/** Fields of a document in a directory record. */
export interface DocumentContent extends ContentTime {
  readonly title: Code;
  /** Title of an encapsulated document in words. */
  readonly document_title?: string;
}

/** The elements of one item of a ContentSequence, in tag order. */
export type ContentItem = readonly Bytes[];
type Relationship = 'CONTAINS' | 'HAS CONCEPT MOD' | 'HAS OBS CONTEXT' | 'INFERRED FROM' | 'SELECTED FROM';

export interface PictureReference {
  readonly header: DicomHeader;
  /** Number of the frame, from 1. */
  readonly frame: number;
}

const VALUE_DIGITS = 6;

export function code(tag: number, { value, scheme, meaning }: Code): Bytes {
  return sequence(tag, [
    [element(0x00080100, 'SH', value), element(0x00080102, 'SH', scheme), element(0x00080104, 'LO', meaning)],
  ]);
}

/** PARTIAL: the measurements only; UNVERIFIED: this document itself was not signed. */
export function reportFlags(): Bytes[] {
  return [element(0x0040a491, 'CS', 'PARTIAL'), element(0x0040a493, 'CS', 'UNVERIFIED')];
}

const relation = (kind: Relationship) => element(0x0040a010, 'CS', kind);
const valueType = (kind: string) => element(0x0040a040, 'CS', kind);
const below = (items: readonly ContentItem[]) => (items.length === 0 ? [] : [sequence(0x0040a730, items)]);

export function container(kind: Relationship, name: Code, items: readonly ContentItem[]): ContentItem {
  return [
    relation(kind),
    valueType('CONTAINER'),
    code(0x0040a043, name),
    element(0x0040a050, 'CS', 'SEPARATE'),
    ...below(items),
  ];
}

/** The root of a document: its title, template and items. */
export function rootContainer(title: Code, template: string, items: readonly ContentItem[]) {
  return {
    title: [valueType('CONTAINER'), code(0x0040a043, title), element(0x0040a050, 'CS', 'SEPARATE')],
    template: sequence(0x0040a504, [
      [element(0x00080105, 'CS', 'DCMR'), element(0x0040db00, 'CS', template)],
    ]),
    content: sequence(0x0040a730, items),
  };
}

export function codeItem(kind: Relationship, name: Code, value: Code): ContentItem {
  return [relation(kind), valueType('CODE'), code(0x0040a043, name), code(0x0040a168, value)];
}

export function textItem(kind: Relationship, name: Code, value: string): ContentItem {
  return [relation(kind), valueType('TEXT'), code(0x0040a043, name), element(0x0040a160, 'UT', value)];
}

export function nameItem(kind: Relationship, name: Code, value: string): ContentItem {
  return [relation(kind), valueType('PNAME'), code(0x0040a043, name), element(0x0040a123, 'PN', value)];
}

export function uidItem(kind: Relationship, name: Code, value: string): ContentItem {
  return [relation(kind), valueType('UIDREF'), code(0x0040a043, name), element(0x0040a124, 'UI', value)];
}

/** `items`: sources the value is inferred from, and modifiers of its name. */
export function numberItem(
  name: Code,
  value: number,
  unit: Code,
  items: readonly ContentItem[],
): ContentItem {
  const measured = [
    code(0x004008ea, unit),
    element(0x0040a30a, 'DS', String(Number(value.toPrecision(VALUE_DIGITS)))),
  ];
  return [
    relation('CONTAINS'),
    valueType('NUM'),
    code(0x0040a043, name),
    sequence(0x0040a300, [measured]),
    ...below(items),
  ];
}

/**
 * Writes a spatial coordinates item.
 * @param points column and row of each, from the top left corner of the first pixel.
 */
export function shapeItem(
  shape: 'POLYLINE',
  points: readonly number[],
  picture: PictureReference,
): ContentItem {
  return [relation('INFERRED FROM'), valueType('SCOORD'), ...graphic(shape, points, picture)];
}

/** A region to which several values belong. @param points the ends of the longer axis, then of the shorter one. */
export function regionItem(name: Code, points: readonly number[], picture: PictureReference): ContentItem {
  return [
    relation('CONTAINS'),
    valueType('SCOORD'),
    code(0x0040a043, name),
    ...graphic('ELLIPSE', points, picture),
  ];
}

function graphic(shape: string, points: readonly number[], picture: PictureReference): Bytes[] {
  return [
    sequence(0x0040a730, [pictureItem('SELECTED FROM', picture)]),
    floats(0x00700022, points),
    element(0x00700023, 'CS', shape),
  ];
}

export function pictureItem(kind: Relationship, { header, frame }: PictureReference): ContentItem {
  return [
    sequence(0x00081199, [
      [
        ...instanceReference(header),
        ...(header.frames > 1 ? [element(0x00081160, 'IS', String(frame))] : []),
      ],
    ]),
    relation(kind),
    valueType('IMAGE'),
  ];
}

function instanceReference(header: DicomHeader): Bytes[] {
  return [
    element(0x00081150, 'UI', header.sop_class_uid ?? ''),
    element(0x00081155, 'UI', header.instance_uid ?? ''),
  ];
}

/** Instances the document refers to, by study and series: CurrentRequestedProcedureEvidenceSequence. */
export function evidence(headers: readonly DicomHeader[]): Bytes {
  const studies = Map.groupBy(headers, ({ study_uid }) => study_uid ?? '');
  return sequence(
    0x0040a375,
    [...studies].map(([study, inStudy]) => [
      sequence(
        0x00081115,
        [...Map.groupBy(inStudy, ({ series_uid }) => series_uid ?? '')].map(([series, inSeries]) => [
          sequence(0x00081199, [
            ...new Map(inSeries.map((each) => [each.instance_uid, instanceReference(each)])).values(),
          ]),
          element(0x0020000e, 'UI', series),
        ]),
      ),
      element(0x0020000d, 'UI', study),
    ]),
  );
}
