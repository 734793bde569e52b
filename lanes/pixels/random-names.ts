/**
 * Generates random patient names in the character sets DCMTK converts, and compares the decoded text with DCMTK's
 * UTF-8.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import type { Judge } from './dcmtk.ts';
import { makeFile, PIXELS, words } from './make-file.ts';
import { createDraw, type Draw } from './random-file.ts';

const UPPER = { low: 0xa1, count: 94 };
/** Character sets selected by an escape sequence or from the start. */
const SINGLE = [
  ['100', '-A'],
  ['101', '-B'],
  ['109', '-C'],
  ['110', '-D'],
  ['144', '-L'],
  ['127', '-G'],
  ['126', '-F'],
  ['138', '-H'],
  ['148', '-M'],
  ['166', '-T'],
  ['13', ')I'],
] as const;
const DOUBLE = [
  ['149', '$)C'],
  ['58', '$)A'],
] as const;
/** Rows that are full in both sets. */
const FULL_ROWS = { low: 0xb0, count: 24 };

export type NameVerdict = 'alike' | 'unjudged' | string;

/**
 * Compares a random patient name as decoded by the vault and by DCMTK. @param path of the two files, without
 * extension.
 */
export async function checkDrawnName(judge: Judge, path: string, seed: number): Promise<NameVerdict> {
  const { terms, name } = drawName(createDraw(seed));
  const file = makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [
    element(0x00080005, 'CS', terms),
    element(0x00100010, 'PN', name),
  ]);
  const [plain, converted] = [`${path}-name.dcm`, `${path}-utf8.dcm`];
  writeFileSync(plain, file);
  try {
    await judge.written('dcmconv', ['+U8'], plain, converted);
  } catch {
    // Bytes without a meaning, or a set that DCMTK's library lacks.
    return 'unjudged';
  }
  const theirs = headerSummary(openDataset(readFileSync(converted))).patient_name;
  const ours = headerSummary(openDataset(file)).patient_name;
  return ours?.normalize() === theirs?.normalize() ? 'alike' : `seed ${seed}: a name in ${terms}`;
}

function drawName(draw: Draw): { terms: string; name: Uint8Array } {
  const kind = draw(4);
  if (kind === 0) {
    const [number] = SINGLE[draw(SINGLE.length)] ?? SINGLE[0];
    return { terms: `ISO_IR ${number}`, name: joined(draw, () => single(draw)) };
  }
  if (kind === 1) {
    const letters = () => Buffer.from(String.fromCodePoint(0xc0 + draw(0x2000), 0x4e00 + draw(0x4000)));
    return { terms: 'ISO_IR 192', name: joined(draw, letters) };
  }
  if (kind === 2) return { terms: 'GB18030', name: joined(draw, () => double(draw)) };
  const first = SINGLE[draw(SINGLE.length - 1)] ?? SINGLE[0];
  const others = [first, SINGLE[draw(SINGLE.length - 1)] ?? SINGLE[0], ...DOUBLE];
  const terms = others.map(([number]) => `ISO 2022 IR ${number}`);
  const part = () => {
    const [number, call] = others[draw(others.length)] ?? first;
    const isDouble = DOUBLE.some(([each]) => each === number);
    return concatBytes([Buffer.from(`\x1b${call}`), isDouble ? double(draw) : single(draw)]);
  };
  return { terms: [...new Set(terms)].join('\\'), name: joined(draw, part) };
}

/** Joins the components of a name; each starts with the first character set. */
function joined(draw: Draw, part: () => Uint8Array): Uint8Array {
  const parts = Array.from({ length: 1 + draw(3) }, part);
  return concatBytes(
    parts.flatMap((each, at) => (at === 0 ? [each] : [Buffer.from(draw(3) === 0 ? '=' : '^'), each])),
  );
}

function single(draw: Draw): Uint8Array {
  return Uint8Array.from({ length: 1 + draw(6) }, () =>
    draw(3) === 0 ? 0x41 + draw(26) : UPPER.low + draw(UPPER.count),
  );
}

function double(draw: Draw): Uint8Array {
  return concatBytes(
    Array.from({ length: 1 + draw(4) }, () =>
      Uint8Array.of(FULL_ROWS.low + draw(FULL_ROWS.count), UPPER.low + draw(UPPER.count)),
    ),
  );
}
