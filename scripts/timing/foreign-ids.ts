/**
 * `node scripts/timing/foreign-ids.ts [PAIRS]`: whether a stranger can tell by time an id of others from one that never
 * was. Pairs of requests in random order, to a real `srvault serve`, on one connection; what is foreign was read by
 * others a moment before, so that whatever is kept in memory is kept. Prints figures and judges nothing: how busy the
 * machine is decides how small a difference can be seen. Source: evidence design, E-9.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundVault, type ServedVault } from '#scripts/torture/served-vault.ts';
import { medianOf, tellApart } from './paired.ts';

const FOREIGN = 20;
const WARMING = 200;
const PASSPHRASE = 'timing: seven green lanterns hum';

type Ask = (path: string, token?: string, body?: unknown) => Promise<{ status: number; text: string }>;

/** By route, ids of others; `{id}` stands for one. */
type Foreign = ReadonlyMap<string, readonly string[]>;

function connect(url: string, dataDir: string): Ask {
  const pki = (file: string) => readFileSync(join(dataDir, 'pki', file));
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: pki('ca.crt') });
  return (path, token, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const identity = { cert: pki('desktop.crt'), key: pki('desktop.key') };
    const sent = request(`${url}${path}`, { agent, ...identity, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return promise;
  };
}

async function seed({ client }: ServedVault, group: string): Promise<Foreign> {
  const exams: string[] = [];
  const patients: string[] = [];
  const nodes: string[] = [];
  for (let at = 0; at < FOREIGN; at += 1) {
    const patient = await client.patients.create({
      security_group_id: group,
      record: { display_name: `Foreign ${at}` },
    });
    const patient_id = patient.index.document_id;
    const exam = await client.exams.create({
      ...{ security_group_id: group, patient_id },
      record: { title: `Foreign ${at}`, report_html: '<p>Foreign</p>' },
    });
    const node = await client.drive(group).upload(new Uint8Array(2_000), { name: `foreign ${at}` });
    exams.push(exam.index.document_id);
    patients.push(patient_id);
    nodes.push(node.node_id);
  }
  return new Map([
    ['/v1/exams/{id}', exams],
    ['/v1/exams/{id}/versions', exams],
    ['/v1/patients/{id}', patients],
    [`/v1/drives/${group}/nodes/{id}`, nodes],
  ]);
}

async function joinAsStranger({ client }: ServedVault, ask: Ask): Promise<string> {
  const { security_group_id } = await client.groups.create({ name: 'Elsewhere' });
  const { invite_code } = await client.principals.invite({
    display_name: 'Stranger',
    groups: [{ security_group_id, role: 'owner' }],
  });
  const opened = await ask('/v1/session', undefined, { invite_code, new_passphrase: PASSPHRASE });
  const { session_token }: { session_token: string } = JSON.parse(opened.text);
  return session_token;
}

/** Of the same time as a real one, so that it would lie beside it. */
function neverMade(id: string): string {
  return `${id.slice(0, 24)}${randomBytes(6).toString('hex')}`;
}

async function timeOf(ask: Ask, path: string, token: string): Promise<number> {
  const startedAt = process.hrtime.bigint();
  const { status } = await ask(path, token);
  const us = Number(process.hrtime.bigint() - startedAt) / 1000;
  if (status !== 404) throw new Error(`${path} was answered with ${status}`);
  return us;
}

async function main(pairs: number): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-timing-'));
  const vault = await foundVault(scratch);
  const served = await vault.serve();
  try {
    const foreign = await seed(served, vault.group);
    const ask = connect(served.url, vault.dataDir);
    const token = await joinAsStranger(served, ask);
    for (const [route, ids] of foreign) {
      const times = { foreign: [] as number[], unknown: [] as number[] };
      for (let pair = -WARMING; pair < pairs; pair += 1) {
        const id = ids[randomInt(ids.length)] ?? '';
        const both = [
          ['foreign', route.replace('{id}', id)],
          ['unknown', route.replace('{id}', neverMade(id))],
        ] as const;
        for (const [which, path] of randomInt(2) === 0 ? both : both.toReversed()) {
          const us = await timeOf(ask, path, token);
          if (pair >= 0) times[which].push(us);
        }
      }
      print(route.replace(vault.group, '{sg}'), times);
    }
  } finally {
    await served.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function print(route: string, times: Readonly<Record<'foreign' | 'unknown', readonly number[]>>): void {
  const { pairs, medianDifferenceUs, between, share, z } = tellApart(times.foreign, times.unknown);
  const [low, high] = between.map((us) => us.toFixed(1));
  process.stdout.write(
    `${route}: ${pairs} pairs, median ${medianOf(times.unknown).toFixed(0)} µs, foreign ${medianDifferenceUs.toFixed(1)} µs longer (95 %: ${low} to ${high}), share ${share.toFixed(3)}, z ${z.toFixed(2)}\n`,
  );
}

await main(Number(process.argv[2] ?? 4_000));
process.exit();
