/** Looks up an attribute's standard value representation, for files without one. Source: DICOM PS3.6. */
import { DICTIONARY } from './dictionary-table.ts';

/**
 * Standard value representation of an attribute. Where several are allowed, as in `US or SS`, `OB or OW`, `US or
 * OW`, other attributes decide.
 */
export type StandardVr = string;

/** Repeating groups are listed once: curves, overlays, and retired variable pixel groups. */
const REPEATING = /^(?:(50|60|7f)[0-9a-f][02468ace]([0-9a-f]{4})|002031..)$/;
const CURVES: Readonly<Record<string, StandardVr>> = Object.fromEntries(
  Object.entries({
    US: '0005 0010 0103 0104 0105 0110 0112 0114 2000 2002 2004 2610',
    UL: '2006 2008 200a',
    CS: '0020 1001',
    LO: '0022 2500',
    SH: '0030 0040 0106',
    LT: '200e',
    SQ: '2600',
    'OB or OW': '200c 3000',
  }).flatMap(([vr, elements]) => elements.split(' ').map((element) => [element, vr])),
);
const VARIABLE_PIXELS: Readonly<Record<string, StandardVr>> = {
  '0010': 'OB or OW',
  '0011': 'US',
  '0020': 'OW',
  '0030': 'OW',
  '0040': 'OW',
};

let attributes: Map<string, StandardVr> | undefined;

/**
 * Looks up the standard representation of a tag.
 * @param tag eight hex digits, lower case. Undefined for private and unknown attributes.
 */
export function standardVr(tag: string): StandardVr | undefined {
  attributes ??= readTable();
  const known = attributes.get(tag);
  if (known !== undefined) return known;
  if (isPrivate(tag)) return /00[1-9a-f][0-9a-f]$/.test(tag) ? 'LO' : undefined;
  if (tag.endsWith('0000')) return 'UL';
  return repeatingVr(tag);
}

/** True for a private tag, which has an odd group. */
export function isPrivate(tag: string): boolean {
  return (Number.parseInt(tag.slice(0, 4), 16) & 1) === 1;
}

function repeatingVr(tag: string): StandardVr | undefined {
  const [whole, family, element = ''] = REPEATING.exec(tag) ?? [];
  if (whole === undefined) return undefined;
  if (family === '50') return CURVES[element];
  if (family === '60') return attributes?.get(`6000${element}`);
  return family === '7f' ? VARIABLE_PIXELS[element] : 'CS';
}

function readTable(): Map<string, StandardVr> {
  const table = new Map<string, StandardVr>();
  for (const [vr, words] of Object.entries(DICTIONARY)) {
    let group = '';
    for (const word of words.trim().split(/\s+/)) {
      const [, named, first = '', last = first] = /^(?:(.{4}):)?(.{4})(?:-(.{4}))?$/.exec(word) ?? [];
      group = named ?? group;
      for (let element = Number.parseInt(first, 16); element <= Number.parseInt(last, 16); element += 1) {
        table.set(group + element.toString(16).padStart(4, '0'), vr);
      }
    }
  }
  return table;
}
