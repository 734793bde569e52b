/**
 * `npm run test:long -- pixels`: compares decoded pictures with DCMTK and GDCM pixel by pixel. First every fixture of
 * the project and of pydicom, then random files.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { NotDicomError } from '#dicom/read-dataset.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { compareFile, type Verdict } from './compare-file.ts';
import { createJudge, type Judge, missingJudge, smallDictionary } from './dcmtk.ts';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { drawFile } from './random-file.ts';
import { checkDrawnGroups } from './random-groups.ts';
import { checkDrawnName } from './random-names.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'dicom');
/** Folder of Debian's python3-pydicom. */
const PYDICOM = '/usr/lib/python3/dist-packages/pydicom/data';
/** Share of random files with functional groups: one in this many. */
const GROUPS_EVERY = 5;
/** Share of random files with a random patient name: one in this many. */
const NAMES_EVERY = 7;
/** Number of parallel judge processes. */
const AT_ONCE = 4;
const FIRST_SEED = 1;

interface Seeds {
  readonly first: number;
  readonly files: number;
}

interface Counts {
  readonly found: string[];
  alike: number;
  none: number;
  unjudged: number;
}

const NONE = { alike: 0, none: 0, unjudged: 0 } as const;

export const PIXELS_LANE: Lane = {
  name: 'pixels',
  proves:
    'Pictures are those of DCMTK and GDCM: equal after the modality step, at most one grey apart after VOI.',
  unit: 'files',
  times: 10_000,
  async run(files, say, stop, first = FIRST_SEED) {
    const missing = missingJudge();
    if (missing !== undefined) return { ran: 'nothing', found: [], skipped: `there is no ${missing} here` };
    const scratch = mkdtempSync(join(tmpdir(), 'srvault-pixels-'));
    try {
      return await runIn(scratch, { first, files }, say, stop);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

async function runIn(
  scratch: string,
  { first, files }: Seeds,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  const syntaxOf = (file: string) => openDataset(readFileSync(file)).transferSyntaxUid;
  // A resumed run skips the fixtures, which were compared before.
  const known =
    first === FIRST_SEED
      ? await judgeKnownFiles(createJudge(scratch, syntaxOf), stop)
      : { ...NONE, found: [] };
  const judge = createJudge(scratch, syntaxOf, smallDictionary(scratch));
  const drawn: Counts = { ...NONE, found: [] };
  const names: Counts = { ...NONE, found: [] };
  let groups = 0;
  let done = 0;
  let told = 0;
  async function judgeSeed(seed: number): Promise<void> {
    if (seed % GROUPS_EVERY === 0) {
      const finding = await checkDrawnGroups(seed);
      groups += 1;
      if (finding !== undefined) drawn.found.push(`functional groups, ${finding}`);
    } else if (seed % NAMES_EVERY === 0) await judgeName(judge, scratch, seed, names);
    else await judgeDrawn(judge, scratch, seed, drawn);
    done += 1;
    for (const finding of [...drawn.found, ...names.found].slice(told)) say(finding);
    told = drawn.found.length + names.found.length;
    if (done % 500 === 0) say(`${done} files, ${drawn.found.length + names.found.length} found`);
  }
  let next = first;
  async function judgeOn(): Promise<void> {
    while (next < first + files && !stop.aborted) {
      next += 1;
      await judgeSeed(next - 1);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, judgeOn));
  const count = (number: number) => number.toLocaleString('en');
  return {
    ran: [
      `${count(known.alike)} public and own files alike, ${count(known.none)} without a picture, ${count(known.unjudged)} no judge shows${withoutPydicom()}`,
      `${count(drawn.alike)} drawn ones alike, ${count(drawn.unjudged)} no judge writes or shows, ${count(names.alike)} names alike, ${count(names.unjudged)} no judge converts, ${count(groups)} with functional groups`,
    ].join('; '),
    found: [...known.found, ...drawn.found, ...names.found],
  };
}

/** Note in the result that fewer files were compared. */
function withoutPydicom(): string {
  return existsSync(PYDICOM)
    ? ''
    : ', without those of pydicom (Debian: python3-pydicom), which are not here';
}

async function judgeKnownFiles(judge: Judge, stop: AbortSignal): Promise<Counts> {
  const counts: Counts = { ...NONE, found: [] };
  const roots = [FIXTURES, PYDICOM].filter((root) => existsSync(root));
  for (const root of roots) {
    for (const name of globSync('**/*', { cwd: root, withFileTypes: false }).toSorted()) {
      const path = join(root, name);
      const bytes = stop.aborted ? undefined : bytesOf(path);
      if (bytes === undefined) continue;
      const verdict = await verdictOf(judge, path, bytes);
      const difference =
        verdict.kind === 'differs' ? KNOWN_DIFFERENCES.find(({ file }) => name.endsWith(file)) : undefined;
      if (difference === undefined) count(counts, name, verdict);
      else counts.unjudged += 1;
    }
  }
  return counts;
}

function bytesOf(path: string): Uint8Array | undefined {
  try {
    const bytes = readFileSync(path);
    openDataset(bytes);
    return bytes;
  } catch (error) {
    // Skip folders and files that are not DICOM.
    if (error instanceof NotDicomError || (error instanceof Error && 'syscall' in error)) return undefined;
    throw error;
  }
}

async function judgeDrawn(judge: Judge, scratch: string, seed: number, counts: Counts): Promise<void> {
  const { file, rewrite, name, overlays } = drawFile(seed);
  const told = headerSummary(openDataset(file)).overlay_planes ?? 0;
  if (told !== overlays) counts.found.push(`${name}: ${told} told`);
  const [plain, rewritten] = [join(scratch, `${seed}.dcm`), join(scratch, `${seed}-rewritten.dcm`)];
  writeFileSync(plain, file);
  if (rewrite === undefined) return count(counts, name, await verdictOf(judge, plain, file));
  try {
    await judge.written(rewrite.program, rewrite.options, plain, rewritten);
  } catch {
    counts.unjudged += 1;
    return;
  }
  count(counts, name, await verdictOf(judge, rewritten, readFileSync(rewritten)));
}

async function judgeName(judge: Judge, scratch: string, seed: number, counts: Counts): Promise<void> {
  const verdict = await checkDrawnName(judge, join(scratch, String(seed)), seed);
  if (verdict === 'alike') counts.alike += 1;
  else if (verdict === 'unjudged') counts.unjudged += 1;
  else counts.found.push(verdict);
}

async function verdictOf(judge: Judge, path: string, bytes: Uint8Array): Promise<Verdict> {
  try {
    return await compareFile(judge, path, bytes);
  } catch (error) {
    return { kind: 'differs', what: error instanceof Error ? error.name : 'thrown' };
  }
}

function count(counts: Counts, name: string, verdict: Verdict): void {
  if (verdict.kind === 'differs') counts.found.push(`${name}: ${verdict.what}`);
  else if (verdict.kind === 'alike') counts.alike += 1;
  else if (verdict.kind === 'no_picture') counts.none += 1;
  else counts.unjudged += 1;
}
