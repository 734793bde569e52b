/** HTTP client of the benchmarks: undici with the desktop certificate and a session of the owner. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export const PASSPHRASE = 'bench: seven sealed umbrellas drift';

/** More than the parallel requests, because waiting here for a connection would be measured as the server's time. */
const CONNECTIONS_MAX = 64;
const TOO_SOON = 429;

export interface TlsFiles {
  readonly ca: Buffer | string;
  readonly cert: Buffer | string;
  readonly key: Buffer | string;
}

export function readTlsFiles(dataDir: string): TlsFiles {
  const read = (name: string): Buffer => readFileSync(join(dataDir, 'pki', name));
  return { ca: read('ca.crt'), cert: read('desktop.crt'), key: read('desktop.key') };
}

export interface BenchClient {
  readonly agent: Agent;
  readonly headers: Record<string, string>;
  readonly groupId: string;
  /** Sends a JSON request; retries if the vault asks to come later. Throws unless the response is 2xx. */
  readonly json: (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Initialises a new vault, and opens a session of its owner. */
export async function connect(url: string, dataDir: string): Promise<BenchClient> {
  const tls = readTlsFiles(dataDir);
  const { json, close } = createClient(url, tls);
  if (field(await json('GET', '/v1/vault'), 'state') === 'uninitialized') {
    await json('POST', '/v1/vault', {
      name: 'Benchmark',
      owner: { display_name: 'Bench' },
      passphrase: PASSPHRASE,
    });
  }
  await close();
  return openSession(url, tls, { passphrase: PASSPHRASE });
}

/** `opening` is the body of `POST /v1/session`. Uses the session's first group. */
export async function openSession(url: string, tls: TlsFiles, opening: unknown): Promise<BenchClient> {
  const client = createClient(url, tls);
  const opened = await client.json('POST', '/v1/session', opening);
  client.headers['authorization'] = `Bearer ${String(field(opened, 'session_token'))}`;
  const groups = field(await client.json('GET', '/v1/session'), 'groups');
  const groupId = String(field(Array.isArray(groups) ? groups[0] : undefined, 'security_group_id'));
  return { ...client, groupId };
}

function createClient(url: string, tls: TlsFiles): Omit<BenchClient, 'groupId'> {
  const agent = new Agent({ connect: { ...tls }, connections: CONNECTIONS_MAX });
  const headers: Record<string, string> = {};
  const json: BenchClient['json'] = async (method, path, body) => {
    const answer = await request(url + path, {
      method,
      dispatcher: agent,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const later = answer.headers['retry-after'];
    if (answer.statusCode === TOO_SOON && later !== undefined) {
      await sleep(Number(later) * 1000);
      return json(method, path, body);
    }
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return { agent, headers, json, close: () => agent.close() };
}

export function field(value: unknown, key: string): unknown {
  return new Map(Object.entries(value ?? {})).get(key);
}
