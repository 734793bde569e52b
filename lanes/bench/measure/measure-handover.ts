/** Measures the vault's memory while it writes a hand-over with files. It must not depend on their size. */
import { request } from 'undici';
import { field } from '#lanes/bench/bench-client.ts';
import { type BenchResult, ceilingResult } from '#lanes/bench/benchmark-result.ts';
import type { Bench } from './measure-documents.ts';
import { uploadFile } from './measure-files.ts';

const MIB = 1024 * 1024;
const PASSPHRASE = 'bench: nine harbours keep slate dry';

export async function measureHandover(bench: Bench, fileBytes: number): Promise<BenchResult> {
  const { client, vault } = bench;
  const exam = await client.json('POST', '/v1/exams', {
    security_group_id: client.groupId,
    record: { title: 'CT', modality: 'CT', report_html: '<p>Nodule.</p>' },
  });
  const examId = String(field(field(exam, 'index'), 'document_id'));
  await uploadFile(bench, fileBytes, examId);
  // Warm up, because the first hand-over loads the typesetting code.
  await handOver(bench, examId, []);
  const before = vault.rssBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, vault.rssBytes());
  }, 50);
  const written = await handOver(bench, examId);
  clearInterval(watch);
  if (written < fileBytes) throw new Error(`The hand-over has ${written} bytes.`);
  return ceilingResult(
    `memory growth while a hand-over of ${Math.round(fileBytes / MIB)} MiB is written`,
    (peak - before) / MIB,
    256,
    64,
    'MiB',
    `${Math.round(peak / MIB)} MiB at most, ${Math.round(written / MIB)} MiB of HTML`,
  );
}

async function handOver(
  { client, vault }: Bench,
  examId: string,
  files?: readonly string[],
): Promise<number> {
  const answer = await request(`${vault.url}/v1/exchange/handover/exams/${examId}`, {
    method: 'POST',
    dispatcher: client.agent,
    headers: { ...client.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ passphrase: PASSPHRASE, ...(files === undefined ? {} : { files }) }),
    bodyTimeout: 0,
  });
  if (answer.statusCode !== 200) throw new Error(`The hand-over answered ${answer.statusCode}.`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Buffer).length;
  return bytes;
}
