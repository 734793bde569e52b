/**
 * Sends requests to an S3 storage: signed (Signature Version 4, with the SHA-256 of every body), with timeouts, and
 * retried where the call is repeatable. Uses path-style URLs, which every S3 supports.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { BucketRefusedError, BucketUnavailableError } from './bucket-error.ts';

export interface S3Place {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** CA certificate of the storage, PEM. */
  readonly ca?: string | undefined;
}

export interface S3Call {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object, empty for the bucket itself. Only letters, digits, `-`, `_`, `.` and `/`. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Limit of the response; a longer one is refused. */
  readonly maxBytes?: number;
  readonly answerMaxMs?: number;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Number of the attempt: 1, or more after retries. */
  readonly attempt: number;
}

export interface S3Client {
  /**
   * Returns responses below 400, and 404 and 412.
   * @throws BucketUnavailableError, BucketRefusedError
   */
  readonly call: (call: S3Call) => Promise<S3Answer>;
  readonly close: () => Promise<void>;
}

const ATTEMPTS = 3;
const PAUSE_MS = 150;
const CONNECT_MAX_MS = 3_000;
const ANSWER_MAX_MS = 10_000;
const XML_MAX_BYTES = 4 * 1024 * 1024;
/** Each connection may have a part in memory. */
const CONNECTIONS_MAX = 32;
/** A response of a byte now and then would keep its connection for weeks: idle timeouts begin anew with each. */
const PACE: Pace = { graceMs: ANSWER_MAX_MS, bytesPerSecond: 16 * 1024 };
const AGAIN = new Set([408, 429, 500, 502, 503, 504]);
const NOTHING = new Uint8Array(0);

/** Slowest response that is read to its end. */
export interface Pace {
  /** Time from its first byte after which it has to keep the pace. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

export function createS3Client(place: S3Place, pace: Pace = PACE): S3Client {
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    allowH2: false,
    headersTimeout: ANSWER_MAX_MS,
    bodyTimeout: ANSWER_MAX_MS,
    connect: { timeout: CONNECT_MAX_MS, ...(place.ca === undefined ? {} : { ca: place.ca }) },
  });
  const signingKeys = new Map<string, ArrayBuffer>();
  const stopped = new AbortController();

  async function send(call: S3Call, attempt: number): Promise<S3Answer> {
    const { method, key, query = {}, body = NOTHING } = call;
    const url = new URL(`/${place.bucket}${key === '' ? '' : `/${key}`}`, place.endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...{ method, cache: signingKeys, service: 's3', region: place.region },
      ...{ accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
      ...(place.sessionToken === undefined ? {} : { sessionToken: place.sessionToken }),
      url: url.href,
      headers: { ...call.headers, 'x-amz-content-sha256': await sha256Hex(body) },
    });
    const signed = await signer.sign();
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(signed.headers),
      body: method === 'PUT' || method === 'POST' ? body : null,
      headersTimeout: call.answerMaxMs ?? ANSWER_MAX_MS,
      signal: stopped.signal,
    });
    const bytes = await readBody(answer.body, call.maxBytes ?? XML_MAX_BYTES, pace);
    return { status: answer.statusCode, headers: answer.headers, body: bytes, attempt };
  }

  async function call(call: S3Call): Promise<S3Answer> {
    for (let attempt = 1; ; attempt += 1) {
      let failure: unknown;
      try {
        const answer = await send(call, attempt);
        const { status } = answer;
        if (status < 300 || status === 404 || status === 412) return answer;
        if (!AGAIN.has(status)) throw new BucketRefusedError(status, reasonOf(answer));
        failure = new BucketRefusedError(status, reasonOf(answer));
      } catch (error) {
        if (error instanceof BucketRefusedError) throw error;
        failure = error;
      }
      if (attempt === ATTEMPTS || stopped.signal.aborted) throw new BucketUnavailableError(failure);
      await pause(PAUSE_MS * attempt * attempt, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }

  return {
    call,
    async close() {
      stopped.abort();
      await agent.destroy();
    },
  };
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  maxBytes: number,
  { graceMs, bytesPerSecond }: Pace,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const began = performance.now();
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxBytes) {
      body.destroy();
      throw new BucketRefusedError(200, 'AnswerTooLong');
    }
    if (performance.now() - began > graceMs + (length / bytesPerSecond) * 1000) {
      body.destroy();
      throw new Error('The storage sends too slowly.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Hashes in a pool thread, because a part takes some 10 ms. */
async function sha256Hex(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** The error `Code` from S3's fixed vocabulary; else the status. */
export function reasonOf({ status, body }: S3Answer): string {
  return /<Code>([A-Za-z]{3,60})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? `HTTP ${status}`;
}
