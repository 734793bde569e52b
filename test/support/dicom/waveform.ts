/** Builds waveform objects for tests. */
import { code, el, LITTLE_EXPLICIT, us } from './report.ts';
import { EXPLICIT, fileAround, type WrittenElement, writeElements } from './written-object.ts';

const ECG_CLASS = '1.2.840.10008.5.1.4.1.1.9.1.1';

export interface GroupToMake {
  readonly label?: string;
  readonly hertz: number;
  /** UCUM code of the unit; none without calibration. */
  readonly unit?: string | undefined;
  readonly sensitivity?: number;
  readonly interpretation?: string;
  readonly bits?: number;
  readonly labels: readonly string[];
  /** Meaning of the source of every channel. */
  readonly source?: string;
  readonly samples: number;
  /** Interleaved samples as in the file. */
  readonly data: Uint8Array;
}

function ul(tag: string, ...values: number[]): WrittenElement {
  return el(tag, 'UL', new Uint8Array(Uint32Array.from(values).buffer));
}

function groupOf(group: GroupToMake): WrittenElement[] {
  const { hertz, unit, sensitivity = 1, interpretation = 'SS', bits = 16, labels, samples, data } = group;
  const channels = labels.map((label) => [
    el('003a0203', 'SH', label),
    ...(group.source === undefined ? [] : [el('003a0208', 'SQ', [code('S', group.source)])]),
    ...(unit === undefined
      ? []
      : [el('003a0210', 'DS', String(sensitivity)), el('003a0211', 'SQ', [code(unit, unit, 'UCUM')])]),
  ]);
  return [
    us('003a0005', labels.length),
    ul('003a0010', samples),
    el('003a001a', 'DS', String(hertz)),
    ...(group.label === undefined ? [] : [el('003a0020', 'SH', group.label)]),
    el('003a0200', 'SQ', channels),
    us('54001004', bits),
    el('54001006', 'CS', interpretation),
    el('54001010', bits > 8 ? 'OW' : 'OB', data),
  ];
}

/** Annotation of a channel, counted from 1; 0 stands for the group. */
export function annotation(text: string, group: number, channel: number, sample: number): WrittenElement[] {
  return [us('0040a0b0', group, channel), ul('0040a132', sample), el('00700006', 'ST', text)];
}

export function waveform(
  groups: readonly GroupToMake[],
  annotations: readonly WrittenElement[][] = [],
  sopClass = ECG_CLASS,
): Buffer {
  const elements = [
    el('00080016', 'UI', sopClass),
    el('00080018', 'UI', '1.2.3.4'),
    el('00080060', 'CS', 'ECG'),
    el('0020000d', 'UI', '1.2.3'),
    el('0020000e', 'UI', '1.2.3.1'),
    ...(annotations.length === 0 ? [] : [el('0040b020', 'SQ', annotations)]),
    el('54000100', 'SQ', groups.map(groupOf)),
  ];
  return fileAround(writeElements(elements, { encoding: EXPLICIT }), { transferSyntaxUid: LITTLE_EXPLICIT });
}

/** Signed 16-bit samples. */
export function shorts(values: readonly number[]): Uint8Array {
  return new Uint8Array(Int16Array.from(values).buffer);
}
