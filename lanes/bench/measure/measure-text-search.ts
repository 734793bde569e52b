/**
 * Measures the search in the texts of reports: its memory, its longest turn, and the time of a page with its sentences.
 * Of the index alone, without opening sealed versions, which a server does in turns of some milliseconds.
 */
import type { DocumentId, PrincipalId } from '#contract/ids.ts';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import { median, percentile } from '#lanes/bench/statistics.ts';
import { completeSummary } from '#records/complete-record.ts';
import { matchSentences } from '#server/documents/text-search/match-sentences.ts';
import { parseTextQuery } from '#server/documents/text-search/parse-text-query.ts';
import { sentencesOf, wordsOfReport } from '#server/documents/text-search/report-sentences.ts';
import { createGroupIndex } from '#server/search/group-index.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { ListFilter } from '#server/storage/search/search-port.ts';
import { generateId } from '#server/system/generate-id.ts';

const WORDS_PER_REPORT = 200;
const WORDS_PER_SENTENCE = 9;
const VOCABULARY = 8_000;
const ROWS_AT_ONCE = 8;
const SEARCHES = 200;
const PAGE = 50;
const READER: PrincipalId = generateId();

/** `reports`: their number. */
export async function measureTextSearch(reports: number): Promise<BenchResult[]> {
  const texts = new Map<DocumentId, string>();
  const random = createRandom(7);
  const index = createGroupIndex();
  const summary = completeSummary('exams', { title: 'CT chest' });
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let longestTurn = 0;
  let textBytes = 0;
  for (let from = 0; from < reports; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, n) => makeRow(from + n + 1));
    index.apply(rows, () => summary, rows.at(-1)?.change_seq ?? 0);
    for (const row of rows) {
      const report = makeReport(random);
      textBytes += report.length;
      texts.set(row.document_id, report);
    }
    const started = performance.now();
    index.applyTexts(ROWS_AT_ONCE, (due) =>
      due.map(({ document_id }) => ({
        head_version_id: generateId(),
        head: wordsOfReport(texts.get(document_id) ?? null),
        draft: null,
      })),
    );
    longestTurn = Math.max(longestTurn, performance.now() - started);
  }
  const images = index.shards().map((shard) => shard.serialize(0).length);
  const memory = (process.memoryUsage().rss - before - textBytes) / reports / 1024;
  const stored = images.reduce((sum, bytes) => sum + bytes, 0) / reports / 1024;
  const times = Array.from({ length: SEARCHES }, () => {
    const terms = parseTextQuery(makeQuery(random));
    const cpuBefore = process.cpuUsage();
    const started = performance.now();
    for (const { document_id } of index.find({ ...LIST, text: { terms, reader: READER } }))
      matchSentences(sentencesOf(texts.get(document_id) ?? null), terms);
    const { user, system } = process.cpuUsage(cpuBefore);
    return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 };
  });
  await index.close(async () => undefined);
  const among = `among ${reports.toLocaleString('en')} reports of ${WORDS_PER_REPORT} words`;
  const ms = times.map((time) => time.ms);
  const cpu = percentile(
    times.map((time) => time.cpuMs),
    0.95,
  );
  const behind = `median ${median(ms).toFixed(1)} ms; CPU p95 ${cpu.toFixed(1)} ms`;
  return [
    ceilingResult(`search in texts ${among}, p95`, percentile(ms, 0.95), 50, 20, 'ms', behind),
    ceilingResult(
      `memory of the index for each report ${among}`,
      stored,
      8,
      4,
      'KiB',
      `resident ${memory.toFixed(1)} KiB`,
    ),
    ceilingResult(
      'longest turn of indexing texts',
      longestTurn,
      50,
      20,
      'ms',
      `${ROWS_AT_ONCE} reports at once`,
    ),
  ];
}

const LIST: ListFilter<'exams'> = {
  ...{ resource: 'exams', state: 'active', q: '', sort: 'updated_at', descending: true, after: null },
  limit: PAGE,
};

function makeRow(change: number): DocumentRow {
  const nothing = new Uint8Array();
  const instant = new Date(Date.UTC(2026, 0, 1) + change * 1_000).toISOString();
  const id: DocumentId = generateId();
  return {
    ...{ document_id: id, resource: 'exams', security_group_id: generateId(), patient_id: null },
    ...{ specialist_ids: '[]', source_tag: null, group_key_generation: 1, dek: nothing },
    ...{ encrypted_index: nothing, head_version_id: generateId(), head_sha256: nothing, head_bytes: 1 },
    ...{ seq: 1, draft_rev: null, last_draft_rev: 0, signatures_sha256: null, cosign_sha256: null },
    ...{ cosign_open: null, is_archived: 0, is_deleted: 0, created_at: instant, created_by: generateId() },
    ...{ updated_at: instant, updated_by: null, row_rev: 1, change_seq: change, row_mac: nothing },
  };
}

/** A repeatable sequence of numbers below 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Words by rank, some far more frequent than others, as in a language. */
function wordAt(rank: number): string {
  const letters = 'aeionrtslcdmupgbfhvk';
  let word = '';
  for (let rest = rank * 7_919 + 17; rest > 0; rest = Math.floor(rest / letters.length))
    word += letters[rest % letters.length];
  return word;
}

function randomWord(random: () => number): string {
  return wordAt(Math.floor(VOCABULARY ** random()));
}

function makeReport(random: () => number): string {
  const sentences = Array.from({ length: Math.ceil(WORDS_PER_REPORT / WORDS_PER_SENTENCE) }, () => {
    const words = Array.from({ length: WORDS_PER_SENTENCE }, () => randomWord(random)).join(' ');
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  });
  const section = (title: string, text: string) => [
    { type: 'heading', tag: 'h2', children: [{ type: 'text', text: title }] },
    { type: 'paragraph', children: [{ type: 'text', text }] },
  ];
  const children = [
    ...section('Findings', sentences.slice(4).join(' ')),
    ...section('Impression', sentences.slice(0, 4).join(' ')),
  ];
  return JSON.stringify({ root: { type: 'root', children } });
}

/** A word, a beginning of one, two words, a phrase or a section, of frequent and rare words alike. */
function makeQuery(random: () => number): string {
  const [one, two] = [randomWord(random), randomWord(random)];
  const kinds = [
    one,
    one.slice(0, 3),
    `${one} ${two}`,
    `"${one} ${two}"`,
    `impression:${one}`,
    one.slice(0, 1),
  ];
  return kinds[Math.floor(random() * kinds.length)] ?? one;
}
