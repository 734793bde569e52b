/**
 * `npm run test:long -- deidentified`: de-identifies random DICOM files with planted identifiers. The copy is searched for
 * every identifier. Its samples must equal the original's, for the vault and for DCMTK.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { createPseudonyms, type Pseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import { createJudge, type Judge, missingJudge, smallDictionary } from '#lanes/pixels/dcmtk.ts';
import { createDraw, drawFile } from '#lanes/pixels/random-file.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { plantedElements, termsIn, withPlantedPixels } from './planted-identifiers.ts';

/** Number of parallel DCMTK processes. */
const AT_ONCE = 4;
const FIRST_SEED = 1;
/** XORed into the seed for the planted identifiers. */
const PLANTED = 0x7e57;
const NOBODY = knownIdentifiers({ custom_attributes: null }, null);

interface Counts {
  readonly found: string[];
  cleared: number;
  behind: number;
  unjudged: number;
}

interface Bench {
  readonly scratch: string;
  readonly judge: Judge;
  readonly pseudonyms: Pseudonyms;
  readonly counts: Counts;
}

export const DEIDENTIFIED: Lane = {
  name: 'deidentified',
  proves: 'A copy without identity has no identifier that went in, and every sample.',
  unit: 'files',
  times: 10_000,
  async run(files, say, stop, first = FIRST_SEED) {
    const missing = missingJudge();
    if (missing !== undefined) return { ran: 'nothing', found: [], skipped: `there is no ${missing} here` };
    const scratch = mkdtempSync(join(tmpdir(), 'srvault-deidentified-'));
    try {
      return await runIn(scratch, { first, files }, say, stop);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

async function runIn(
  scratch: string,
  { first, files }: { readonly first: number; readonly files: number },
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  const syntaxOf = (file: string) => openDataset(readFileSync(file)).transferSyntaxUid;
  const counts: Counts = { found: [], cleared: 0, behind: 0, unjudged: 0 };
  const judge = createJudge(scratch, syntaxOf, smallDictionary(scratch));
  const bench: Bench = { scratch, judge, pseudonyms: await createPseudonyms('5a'.repeat(32)), counts };
  let next = first;
  let told = 0;
  async function clearOn(): Promise<void> {
    while (next < first + files && !stop.aborted) {
      next += 1;
      const seed = next - 1;
      await clearDrawn(bench, seed).catch((error: unknown) => {
        counts.found.push(`seed ${seed}: ${error instanceof Error ? error.name : 'thrown'}`);
      });
      for (const finding of counts.found.slice(told)) say(finding);
      told = counts.found.length;
      if (seed % 500 === 0) say(`${seed} files, ${told} found`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, clearOn));
  const count = (number: number) => number.toLocaleString('en');
  return {
    ran: `${count(counts.cleared)} copies searched and compared, ${count(counts.behind)} files left behind by name, ${count(counts.unjudged)} the judge does not write`,
    found: counts.found,
  };
}

async function clearDrawn({ scratch, judge, pseudonyms, counts }: Bench, seed: number): Promise<void> {
  const draw = createDraw(seed ^ PLANTED);
  const { file, rewrite, name } = drawFile(seed, plantedElements(draw));
  const path = (of: string) => join(scratch, `${seed}-${of}.dcm`);
  const [plain, original, copied] = [path('plain'), path('original'), path('copy')];
  writeFileSync(plain, file);
  if (rewrite !== undefined) {
    try {
      await judge.written(rewrite.program, rewrite.options, plain, original);
    } catch {
      counts.unjudged += 1;
      return;
    }
  }
  const bytes = withPlantedPixels(rewrite === undefined ? file : readFileSync(original), draw);
  const copy = await deidentifyFile(bytes, { pseudonyms, known: NOBODY, inflate, withRisk: true });
  if ('left_out' in copy) {
    // Accepted refusals, because bytes without a value representation may look like an endless sequence.
    const mayBe = ['pixels_not_cleared', 'identifier_found', 'damaged'];
    if (mayBe.includes(copy.left_out)) counts.behind += 1;
    else counts.found.push(`${name}: left behind as ${copy.left_out}`);
    return;
  }
  counts.cleared += 1;
  if (termsIn(copy.bytes).length > 0) counts.found.push(`${name}: an identifier is in the copy`);
  if (!(await isSame(bytes, copy.bytes))) counts.found.push(`${name}: other samples`);
  writeFileSync(original, bytes);
  writeFileSync(copied, copy.bytes);
  const [before, after] = [await judge.shown(original, 1, 16, []), await judge.shown(copied, 1, 16, [])];
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(after))
    counts.found.push(`${name}: another picture for the judge`);
}

/** Compares every frame sample by sample, with its scaling factor. */
async function isSame(before: Uint8Array, after: Uint8Array): Promise<boolean> {
  const [one, other] = [openDataset(before), openDataset(after)];
  try {
    const format = pixelFormat(one);
    for (let at = 0; at < format.frames; at += 1) {
      const [mine, theirs] = [
        await decodeFrame(one, format, at),
        await decodeFrame(other, pixelFormat(other), at),
      ];
      const isAlike =
        mine.rescaleSlope === theirs.rescaleSlope &&
        mine.rescaleIntercept === theirs.rescaleIntercept &&
        mine.samples.length === theirs.samples.length &&
        mine.samples.every((sample, index) => sample === theirs.samples[index]);
      if (!isAlike) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof ProcessingError) return false;
    throw error;
  }
}
