/**
 * Entry point of the spelling thread: loads each dictionary with the first word of its language. Only
 * `spelling-service.ts` talks to it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';
import { acceptStopRequests, STOP_MESSAGE } from '#server/system/concurrency/stop-worker.ts';
import { findDictionary, readDictionary } from './dictionaries.ts';
import { radiologyTerms } from './radiology-terms.ts';
import { createSpeller, type Speller } from './speller.ts';
import type { SpellingAnswer, SpellingJob } from './spelling-service.ts';

const { folders }: { readonly folders: readonly string[] } = workerData;
/** Shorter English words are too often a misspelt German word. */
const FOREIGN_MIN_CHARS = 4;
const spellers = new Map<SpellingLanguage, Promise<Speller | undefined>>();

async function open(language: SpellingLanguage): Promise<Speller | undefined> {
  const files = findDictionary(folders, language);
  return files === undefined
    ? undefined
    : createSpeller(language, readDictionary(files, radiologyTerms(language)));
}

function opened(language: SpellingLanguage): Promise<Speller | undefined> {
  const known = spellers.get(language) ?? open(language);
  spellers.set(language, known);
  return known;
}

async function answer({ id, language, words, word }: SpellingJob): Promise<SpellingAnswer> {
  const speller = await opened(language);
  if (speller === undefined) return { id, available: false, words: [] };
  if (word !== undefined) return { id, available: true, words: speller.suggest(word) };
  const unknown = (words ?? []).filter((one) => !speller.isRight(one));
  // German reports use English terms.
  const english = language === 'de' && unknown.length > 0 ? await opened('en') : undefined;
  const found = unknown.filter((one) => one.length < FOREIGN_MIN_CHARS || english?.isRight(one) !== true);
  return { id, available: true, words: found };
}

parentPort?.on('message', async (job: SpellingJob | typeof STOP_MESSAGE) => {
  if (job !== STOP_MESSAGE) parentPort?.postMessage(await answer(job));
});
acceptStopRequests();
