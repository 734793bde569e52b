/**
 * `srvault export deidentified`: prints words that may identify someone for review, then writes the copy with the
 * decisions applied.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { FILE_MODE } from '#cli/file-modes.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { readTextFile } from '#cli/text-file.ts';
import {
  type CopyPlan,
  deidentifiedCopy,
  type LeftBehind,
  planCopy,
  STATEMENT_NAME,
} from '#deidentify/deidentified-export.ts';
import type { Decision, WordToReview } from '#deidentify/text/review-report.ts';
import { inflate } from '#dicom/open-dataset.ts';
import { isJsonObject } from '#records/json-object.ts';
import type { MediaFile } from '#sdk/index.ts';
import { checkChoice, collectExam, type ExamChoice, examIds } from './exam-ids.ts';
import { waitForProcessing } from './wait-for-processing.ts';
import { checkPlace, writeMedia } from './write-media.ts';

interface Options extends ProfileOptions, ExamChoice {
  readonly out?: string;
  readonly listWords?: string;
  readonly reviewed?: string;
  readonly removeAll?: boolean;
  readonly withRisk?: boolean;
}

export function addDeidentifiedExport(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addProfileOptions(group.command('deidentified'))
    .description('exams without identity: FHIR R4 and DICOM, dates moved, words reviewed first')
    .option('--patient <id>', 'all exams of this patient', onlyOnce('--patient'))
    .option('--exam <id>', 'this exam; may be given several times', collectExam)
    .option('--list-words <file>', 'write the words to decide about, and no copy')
    .option('--reviewed <file>', 'that list, with "remove" or "keep" as each decision')
    .option('--remove-all', 'remove every flagged word without a review')
    .option('--with-risk', 'include pictures that may have writing on them, after you looked at each')
    .option('--out <path>', 'a new or empty folder, or a file that ends in .zip')
    .action(async (options: Options) => {
      checkChoice(options);
      const ways = [options.listWords, options.reviewed, options.removeAll].filter(
        (way) => way !== undefined,
      );
      if (ways.length !== 1) throw new UsageError('Give one of --list-words, --reviewed and --remove-all.');
      if ((options.out === undefined) === (options.listWords === undefined))
        throw new UsageError('Give --out for a copy, and leave it out for a list of words.');
      const { listWords, out } = options;
      if (listWords !== undefined && existsSync(listWords))
        throw new UsageError(`${listWords} already exists. Name a new file.`);
      if (out !== undefined) await checkPlace(out);
      const decided = options.reviewed === undefined ? undefined : await readDecisions(options.reviewed);
      await withClient(context, options, async ({ client, group: groupId }) => {
        const ids = await examIds(client, options, groupId);
        const plan = await waitForProcessing(() => planCopy(client, ids), context.signal);
        const facts = { words: plan.words.length, removed_without_asking: plan.certain };
        if (listWords !== undefined) {
          await writeFile(listWords, wordsFile(plan.words), { mode: FILE_MODE, flag: 'wx' });
          printResult(context, options, { list: listWords, ...facts }, ({ words, removed_without_asking }) =>
            [
              `${words} words to decide are in ${listWords}; ${removed_without_asking} places are removed without asking.`,
              `Write "remove" or "keep" as the "decision" of each, then run it with --reviewed ${listWords} --out …`,
            ].join('\n'),
          );
          return;
        }
        const decisions = decided ?? allRemoved(plan);
        const open = plan.words.filter(({ text }) => !decisions.has(text)).length;
        if (open > 0) {
          throw new UsageError(
            `${open} of ${plan.words.length} words are not decided: in the file of --list-words write "remove" or "keep" as the "decision" of each.`,
          );
        }
        let told: Record<string, unknown> = {};
        const leftBehind: LeftBehind[] = [];
        const files = deidentifiedCopy(client, plan, {
          decisions,
          withRisk: options.withRisk === true,
          inflate,
          signal: context.signal,
          onLeftBehind: (file) => leftBehind.push(file),
        });
        const heard = hearing(files, (statement) => {
          told = statement;
        });
        await writeMedia(context, out ?? '', heard, plan.pictures + 3);
        const left = isJsonObject(told['left_out']) ? told['left_out'] : {};
        const risky = Number(left['writing_stated']) + Number(left['writing_possible']);
        if (risky > 0)
          warn(
            context,
            `${risky} pictures may have writing on them and were left out. Look at them, then use --with-risk.`,
          );
        const uncleared = Number(left['pixels_not_cleared']) + Number(left['identifier_found']);
        if (uncleared > 0)
          warn(
            context,
            `${uncleared} pictures were left out because not everything that names the patient could be removed.`,
          );
        if (plan.waiting > 0)
          warn(
            context,
            `${plan.waiting} files are not read yet and were left out. Export again in a moment.`,
          );
        const { method: _, ...counts } = told;
        for (const { name, reason } of leftBehind.slice(0, NAMED_MAX))
          warn(context, `Left behind: ${name}: ${REASONS[reason]}.`);
        if (leftBehind.length > NAMED_MAX)
          warn(context, `and ${leftBehind.length - NAMED_MAX} more; --json names them all.`);
        if (plan.exams.length === 0) warn(context, 'nothing was exported: the patient has no exams');
        printResult(context, options, { out, ...counts, left_behind: leftBehind }, () =>
          [
            `Wrote ${plan.exams.length} exams without identity to ${out}; ${leftBehind.length} files were left out.`,
            'A machine found the words: read the text once yourself.',
          ].join('\n'),
        );
        setExitCode(plan.waiting > 0 ? EXIT.invalid : EXIT.ok);
      });
    });
}

/** Number of names printed; more would not be read. */
const NAMED_MAX = 50;
const REASONS: Readonly<Record<LeftBehind['reason'], string>> = {
  damaged: 'it is damaged',
  document: 'an object without pictures',
  writing_stated: 'the file says that something is written on it',
  writing_possible: 'something may be written on it',
  pixels_not_cleared: 'its pixels could not be cleared',
  identifier_found: 'its copy still named the patient',
  not_readable: 'it cannot be read as DICOM',
  other_file: 'it is not DICOM',
  waiting: 'not read yet',
};

function wordsFile(words: readonly WordToReview[]): string {
  return `${JSON.stringify({ words: words.map((word) => ({ ...word, decision: null })) }, null, 2)}\n`;
}

async function readDecisions(path: string): Promise<ReadonlyMap<string, Decision>> {
  const given: unknown = parsed(readTextFile(path));
  const words = isJsonObject(given) && Array.isArray(given['words']) ? given['words'] : undefined;
  if (words === undefined)
    throw new UsageError(`${path} is not a list of words. Use a file that --list-words wrote.`);
  const decisions = new Map<string, Decision>();
  for (const word of words) {
    if (!isJsonObject(word) || typeof word['text'] !== 'string')
      throw new UsageError(`${path} is not a list of words. Use a file that --list-words wrote.`);
    const decision = word['decision'];
    if (decision === 'remove' || decision === 'keep') decisions.set(word['text'], decision);
    else if (decision !== null && decision !== undefined)
      throw new UsageError(`${path}: each decision must be "remove" or "keep".`);
  }
  return decisions;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function allRemoved({ words }: CopyPlan): ReadonlyMap<string, Decision> {
  return new Map(words.map(({ text }) => [text, 'remove']));
}

/** Passes the files on and captures the statement, which is the last. */
async function* hearing(
  files: AsyncIterable<MediaFile>,
  onStatement: (statement: Record<string, unknown>) => void,
): AsyncGenerator<MediaFile> {
  for await (const file of files) {
    if (file.path[0] === STATEMENT_NAME) {
      const pieces: Uint8Array[] = [];
      for await (const piece of file.content()) pieces.push(piece);
      onStatement(JSON.parse(Buffer.concat(pieces).toString()));
    }
    yield file;
  }
}
