/**
 * `node lanes/timing/foreign-ids.ts [ROUNDS]`: tests whether response times reveal that an id of others exists. Each
 * round asks a real `srvault serve` for a foreign id and two unknown ones, in random order and route by route. The
 * two unknown ids show the machine's noise. Foreign documents were just read by others, so that caches contain them.
 * Exits with 0 if nothing differs, 1 if something does, 2 if the machine was too busy. Source: evidence design, E-9.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foundVault, type ServedVault } from '#lanes/torture/served-vault.ts';
import { medianOf, type Pair, pairedTest, type Told, type Verdict, verdictOf } from './paired-statistics.ts';

const FOREIGN = 20;
const WARMING = 200;
const PASSPHRASE = 'timing: seven green lanterns hum';

type Ask = (path: string, token?: string, body?: unknown) => Promise<{ status: number; text: string }>;

/** Foreign ids by route; `{id}` is the placeholder. */
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

/** Creates an unknown id with the same time as a real one, so that it would be stored nearby. */
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

interface Rounds {
  /** Response times of a foreign id beside an unknown one. */
  readonly pairs: Pair[];
  /** Response times of two unknown ids, which show the machine's noise. */
  readonly control: Pair[];
  /** Times of each of the three requests. */
  readonly us: Map<string, number[]>;
}

/** Requests one foreign and two unknown ids in random order. */
async function oneRound(ask: Ask, token: string, route: string, id: string, into: Rounds): Promise<void> {
  const us = new Map<string, number>();
  const asked = [
    ['foreign', id],
    ['unknown', neverMade(id)],
    ['another', neverMade(id)],
  ] as const;
  for (const [which, each] of shuffled(asked)) {
    us.set(which, await timeOf(ask, route.replace('{id}', each), token));
  }
  const [foreign = 0, unknown = 0, another = 0] = asked.map(([which]) => us.get(which));
  into.pairs.push({ id, differenceUs: foreign - unknown });
  into.control.push({ id, differenceUs: another - unknown });
  for (const [which, each] of us) {
    const all = into.us.get(which);
    if (all === undefined) into.us.set(which, [each]);
    else all.push(each);
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: randomInt(2 ** 32) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

async function main(rounds: number): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-timing-'));
  const vault = await foundVault(scratch);
  const served = await vault.serve();
  try {
    const foreign = await seed(served, vault.group);
    const ask = connect(served.url, vault.dataDir);
    const token = await joinAsStranger(served, ask);
    const measured = new Map([...foreign.keys()].map((route) => [route, emptyRounds()]));
    for (let round = -WARMING; round < rounds; round += 1) {
      // Routes in turn, so that the machine's load affects all alike.
      for (const [route, ids] of foreign) {
        const into = round < 0 ? emptyRounds() : (measured.get(route) ?? emptyRounds());
        await oneRound(ask, token, route, ids[randomInt(ids.length)] ?? '', into);
      }
    }
    const verdicts = [...measured].map(([route, of]) =>
      judge(route.replace(vault.group, '{sg}'), of, measured.size),
    );
    process.exitCode = verdicts.includes('apart') ? 1 : verdicts.includes('unsettled') ? 2 : 0;
  } finally {
    await served.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function emptyRounds(): Rounds {
  return { pairs: [], control: [], us: new Map() };
}

/** Judges a route; the 5 % chance of a false difference is divided among the routes. */
function judge(route: string, { pairs, control, us }: Rounds, routes: number): Verdict {
  const level = 1 - 0.05 / routes;
  const [told, same] = [pairedTest(pairs, level), pairedTest(control, level)];
  const verdict = verdictOf(told, same);
  process.stdout.write(
    `${route}: ${verdict}. ${told.pairs} pairs, median ${medianOf(us.get('unknown') ?? []).toFixed(0)} µs; foreign ${inWords(told)}; another unknown ${inWords(same)}; fastest tenth: ${fastestOf(us)}\n`,
  );
  return verdict;
}

/** Fastest time, which a busy machine affects least. */
function fastestOf(us: Rounds['us']): string {
  return [...us]
    .toSorted()
    .map(
      ([which, each]) =>
        `${which} ${(each.toSorted((a, b) => a - b)[Math.floor(each.length / 10)] ?? 0).toFixed(1)}`,
    )
    .join(', ');
}

function inWords({ medianUs, between, share, z }: Told): string {
  const [low, high] = between.map((us) => us.toFixed(1));
  return `${medianUs.toFixed(1)} µs longer (${low} to ${high}), share ${share.toFixed(3)}, z ${z.toFixed(2)}`;
}

await main(Number(process.argv[2] ?? 4_000));
process.exit();
