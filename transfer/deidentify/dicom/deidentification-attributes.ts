/**
 * Attributes a de-identified copy adds about itself: the pseudonym, that identity was removed, and how. Source: DICOM
 * PS3.15 E.1, CID 7050.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import type { Pseudonyms } from '#deidentify/pseudonyms.ts';
import { type Encoding, writeElement, writeItem } from './write/write-element.ts';

const METHOD = 'Basic Profile; dates moved';
const METHOD_CODES = [
  ['113100', 'Basic Application Confidentiality Profile'],
  ['113107', 'Retain Longitudinal Temporal Information Modified Dates Option'],
] as const;

/** Elements by tag, which replace those of the file. */
export function statementOf(encoding: Encoding, { patient }: Pseudonyms): Map<string, Uint8Array> {
  const text = (tag: string, vr: string, value: string): [string, Uint8Array] => [
    tag,
    writeElement(encoding, tag, vr, new TextEncoder().encode(value)),
  ];
  const codes = METHOD_CODES.map(([value, meaning]) =>
    writeItem(
      encoding,
      concatBytes([
        text('00080100', 'SH', value)[1],
        text('00080102', 'SH', 'DCM')[1],
        text('00080104', 'LO', meaning)[1],
      ]),
    ),
  );
  return new Map([
    text('00100010', 'PN', patient),
    text('00100020', 'LO', patient),
    text('00120062', 'CS', 'YES'),
    text('00120063', 'LO', METHOD),
    ['00120064', writeElement(encoding, '00120064', 'SQ', concatBytes(codes))],
    text('00280303', 'CS', 'MODIFIED'),
  ]);
}
