/**
 * Measures upload and download of one large file against a bare server that stores it unencrypted. Both delete it
 * after each run, so that both fill the disk cache equally.
 */
import { randomFillSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { field } from '#lanes/bench/bench-client.ts';
import { type BenchResult, ceilingResult, ratioResult } from '#lanes/bench/benchmark-result.ts';
import type { ChildServer } from '#lanes/bench/child-server.ts';
import { startAge } from '#lanes/bench/peers/compare-age.ts';
import { median, spreadWords } from '#lanes/bench/statistics.ts';
import type { Bench } from './measure-documents.ts';

const MIB = 1024 * 1024;
const block = randomFillSync(Buffer.alloc(MIB));

interface Run {
  readonly upload: number;
  readonly download: number;
}

export async function measureFiles(bench: Bench, fileBytes: number, scratch: string): Promise<BenchResult[]> {
  const before = bench.vault.rssBytes();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, bench.vault.rssBytes());
  }, 50);
  const age = startAge(scratch);
  const runs: { bare: Run; vault: Run; age: Run | undefined }[] = [];
  for (let pair = 0; pair < bench.pairs; pair++) {
    runs.push({
      bare: await bareRun(bench.bare, bench, fileBytes),
      vault: await vaultRun(bench, fileBytes),
      age: await age?.(fileBytes),
    });
  }
  clearInterval(watch);
  const size = `${Math.round(fileBytes / MIB)} MiB`;
  const against = (what: string, key: keyof Run, other: 'bare' | 'age', aim: number): BenchResult[] => {
    const pairs = runs.flatMap(({ vault, [other]: peer }) => (peer ? [{ vault, peer }] : []));
    if (pairs.length === 0) return [];
    const ratios = pairs.map(({ vault, peer }) => peer[key] / vault[key]);
    const rate = (seconds: number[]): string => `${Math.round(fileBytes / MIB / median(seconds))} MiB/s`;
    const rates = `${rate(pairs.map(({ vault }) => vault[key]))} / ${rate(pairs.map(({ peer }) => peer[key]))}`;
    const behind = `${spreadWords(ratios, 2, '×')} in ${pairs.length} pairs; ${rates}`;
    return [ratioResult(`${what} ${size}`, median(ratios), 0.7, aim, behind)];
  };
  const growth = (peak - before) / MIB;
  return [
    ...against('upload', 'upload', 'bare', 1),
    ...against('download', 'download', 'bare', 1),
    ...against('upload, beside age encrypting,', 'upload', 'age', 1.2),
    ...against('download, beside age decrypting,', 'download', 'age', 1.2),
    ceilingResult(
      'memory growth while it does',
      growth,
      96,
      32,
      'MiB',
      `${Math.round(peak / MIB)} MiB at most`,
    ),
  ];
}

async function bareRun(bare: ChildServer, bench: Bench, fileBytes: number): Promise<Run> {
  const upload = await timed(async () => {
    const answer = await request(`${bare.url}/file`, {
      method: 'POST',
      dispatcher: bench.client.agent,
      headers: { 'content-type': 'application/octet-stream' },
      body: Readable.from(blocks(fileBytes)),
    });
    await answer.body.dump();
  });
  const download = await timed(() => drain(`${bare.url}/file`, bench, {}, fileBytes));
  await remove(`${bare.url}/file`, bench, {});
  return { upload, download };
}

/** Uploads one file. @returns the node's id. */
export async function uploadFile(
  { client, vault }: Bench,
  fileBytes: number,
  examId?: string,
): Promise<string> {
  const boundary = 'srvault-bench-boundary';
  const answer = await request(`${vault.url}/v1/drives/${client.groupId}/nodes`, {
    method: 'POST',
    dispatcher: client.agent,
    headers: { ...client.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Readable.from(multipart(boundary, fileBytes, examId)),
  });
  const node: unknown = await answer.body.json();
  if (answer.statusCode !== 201) throw new Error(`The upload answered ${answer.statusCode}.`);
  return String(field(node, 'node_id'));
}

async function vaultRun(bench: Bench, fileBytes: number): Promise<Run> {
  const { client, vault } = bench;
  let nodeId = '';
  const upload = await timed(async () => {
    nodeId = await uploadFile(bench, fileBytes);
  });
  const node = `${vault.url}/v1/drives/${client.groupId}/nodes/${nodeId}`;
  const download = await timed(() => drain(`${node}/content`, bench, client.headers, fileBytes));
  await remove(node, bench, client.headers);
  await remove(`${node}?purge=true`, bench, client.headers);
  return { upload, download };
}

function* blocks(fileBytes: number): Generator<Buffer> {
  for (let sent = 0; sent < fileBytes; sent += block.length) yield block;
}

function* multipart(boundary: string, fileBytes: number, examId?: string): Generator<Buffer> {
  if (examId !== undefined)
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="exam_id"\r\n\r\n${examId}\r\n`);
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  yield* blocks(fileBytes);
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

async function drain(
  url: string,
  bench: Bench,
  headers: Record<string, string>,
  expected: number,
): Promise<void> {
  const answer = await request(url, { dispatcher: bench.client.agent, headers });
  let received = 0;
  for await (const chunk of answer.body) received += (chunk as Buffer).length;
  if (answer.statusCode !== 200 || received !== expected) throw new Error(`${url} gave ${received} bytes.`);
}

async function remove(url: string, bench: Bench, headers: Record<string, string>): Promise<void> {
  const answer = await request(url, { method: 'DELETE', dispatcher: bench.client.agent, headers });
  await answer.body.dump();
  if (answer.statusCode >= 300) throw new Error(`DELETE ${url} answered ${answer.statusCode}.`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
