/**
 * Argon2id off the calling thread: node:crypto's own where the runtime has it and it reproduces RFC 9106,
 * else noble in a worker thread, else (where no worker file was shipped) noble in slices between events.
 * Source: RFC 9106, vector 5.3.
 */
import * as nodeCrypto from 'node:crypto';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { argon2idAsync } from '@noble/hashes/argon2.js';
import { decodeHex, equalBytes } from '#crypto/bytes.ts';

export interface Argon2Params {
  /** Argon2id memory in KiB. */
  readonly m: number;
  /** Argon2id passes. */
  readonly t: number;
  /** Argon2id lanes. */
  readonly p: number;
}

export interface Argon2Input {
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly params: Argon2Params;
  readonly length: number;
  /** Used by the published test vector only. */
  readonly secret?: Uint8Array;
  readonly associatedData?: Uint8Array;
}

export type Argon2id = (input: Argon2Input) => Promise<Uint8Array>;

export const nativeArgon2id: Argon2id = async ({
  password,
  salt,
  params,
  length,
  secret,
  associatedData,
}) => {
  const derive = promisify(nodeCrypto.argon2);
  return derive('argon2id', {
    message: password,
    nonce: salt,
    memory: params.m,
    passes: params.t,
    parallelism: params.p,
    tagLength: length,
    ...(secret === undefined ? {} : { secret }),
    ...(associatedData === undefined ? {} : { associatedData }),
  });
};

/** Runs in this thread and yields to other events every few milliseconds. */
export const slicedArgon2id: Argon2id = ({ password, salt, params, length, secret, associatedData }) =>
  argon2idAsync(password, salt, {
    ...params,
    dkLen: length,
    ...(secret === undefined ? {} : { key: secret }),
    ...(associatedData === undefined ? {} : { personalization: associatedData }),
  });

/** Beside this file in the sources, beside the bundle when packed. */
function workerUrl(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './argon2-worker.ts' : './argon2-worker.js',
    import.meta.url,
  );
}

function runWorker(input: Argon2Input): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl(), { workerData: input });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the Argon2id worker ended without an answer')));
  });
}

export const nobleArgon2id: Argon2id = async (input) => {
  try {
    return await runWorker(input);
  } catch {
    return slicedArgon2id(input);
  }
};

const KNOWN = {
  input: {
    password: new Uint8Array(32).fill(1),
    salt: new Uint8Array(16).fill(2),
    secret: new Uint8Array(8).fill(3),
    associatedData: new Uint8Array(12).fill(4),
    params: { m: 32, t: 3, p: 4 },
    length: 32,
  },
  tag: decodeHex('0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659'),
} as const;

/** True when the engine reproduces RFC 9106. */
export async function provesArgon2id(engine: Argon2id): Promise<boolean> {
  try {
    return equalBytes(KNOWN.tag, await engine(KNOWN.input));
  } catch {
    return false;
  }
}

async function chooseEngine(): Promise<Argon2id> {
  if (typeof nodeCrypto.argon2 === 'function' && (await provesArgon2id(nativeArgon2id)))
    return nativeArgon2id;
  if (await provesArgon2id(nobleArgon2id)) return nobleArgon2id;
  throw new Error('No Argon2id engine gives the published answer.');
}

/** Each derivation takes 64 MiB and a thread of the pool that file access also uses. */
const AT_ONCE = 2;

/** Limits an engine to `most` derivations at a time; others wait in order. */
export function fewAtOnce(engine: Argon2id, most: number = AT_ONCE): Argon2id {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await engine(input);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

let chosen: Promise<Argon2id> | null = null;

/** The engine of this process, tested once. @throws Error when none passes. */
export function argon2idEngine(): Promise<Argon2id> {
  chosen ??= chooseEngine().then((engine) => fewAtOnce(engine));
  return chosen;
}
