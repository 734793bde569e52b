/**
 * `npm run test:long -- fairness [--rounds N]`: one viewer sends every costly request, sixteen at once. One hostile
 * sender uses the DICOM port, while others read and save. A request may wait for at most `PIECES_MAX` pieces of the
 * viewer's work. From `ROUNDS_OF_A_CLOCK` rounds on it is also timed against a separate server.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { startWatchedVault } from '#lanes/bench/child-server.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { connect } from '#sdk/node/connect.ts';
import { startServer } from '#server/app/start-server.ts';
import { COSTLY, type Costly, type Place, stored } from './costly-requests.ts';
import { countPieces, PIECES_MAX } from './count-pieces.ts';
import { AE, keepSending } from './hostile-sender.ts';

const AT_ONCE = 16;
const OTHERS = 3;
const ROUNDS_OF_A_CLOCK = 200;
const P95_MAX_MS = 100;
const TURN_MAX_MS = 100;
/** Longest time of sixteen hand-overs in sequence on a slow computer. */
const PATIENCE_MS = 10 * 60_000;
const PASSPHRASE = 'lane: nine lanterns on thin ice';

export const FAIRNESS: Lane = {
  name: 'fairness',
  proves:
    'A viewer that asks for all that is costly, sixteen times at once, and a hostile sender at the DICOM port hold nobody else up.',
  unit: 'rounds',
  times: 400,
  run: fairness,
};

interface Folder {
  readonly scratch: string;
  readonly dataDir: string;
  readonly stateDir: string;
  readonly place: Place;
  readonly profiles: { readonly hostile: string; readonly others: readonly string[] };
}

async function fairness(rounds: number, say: (text: string) => void): Promise<LaneOutcome> {
  const folder = await found(rounds >= ROUNDS_OF_A_CLOCK ? 4000 : 150);
  try {
    const counted = await inPieces(folder, rounds);
    say(counted.ran);
    if (rounds < ROUNDS_OF_A_CLOCK) return counted;
    const timed = await byTheClock(folder, rounds, say);
    return { ran: `${counted.ran}; ${timed.ran}`, found: [...counted.found, ...timed.found] };
  } finally {
    rmSync(folder.scratch, { recursive: true, force: true });
  }
}

const quiet = () => pino({ level: 'silent' });

/** Creates a vault with this many documents, a viewer and some editors. */
async function found(documents: number): Promise<Folder> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-fairness-'));
  const [dataDir, stateDir] = [join(scratch, 'vault'), join(scratch, 'state')];
  const server = await startServer({ dataDir, stateDir, port: 0, rateLimit: 'off', logger: quiet() });
  const owner = desktopClient(server.url, dataDir, NOTHING_TWICE);
  try {
    const { security_group_id: group } = await owner.vault.init({
      name: 'Lane fairness',
      owner: { display_name: 'Owner' },
      passphrase: PASSPHRASE,
    });
    await owner.session.open({ passphrase: PASSPHRASE });
    const issue = async (name: string, role: 'viewer' | 'editor') => {
      const groups = [{ security_group_id: group, role }];
      const profile = join(scratch, name);
      mkdirSync(profile, { mode: 0o700 });
      writeCredentialFolder(profile, await owner.credentials.create({ name, groups }));
      return profile;
    };
    const hostile = await issue('hostile', 'viewer');
    const others: string[] = [];
    for (let at = 0; at < OTHERS; at += 1) others.push(await issue(`other ${at}`, 'editor'));
    const place = await stored(owner, group, documents);
    return { scratch, dataDir, stateDir, place, profiles: { hostile, others } };
  } finally {
    await owner.close();
    await server.close();
  }
}

async function inPieces(folder: Folder, rounds: number): Promise<LaneOutcome> {
  const { dataDir, stateDir, scratch, profiles, place } = folder;
  const uiDir = join(scratch, 'ui');
  mkdirSync(uiDir);
  // A minimal hand-over page, because its content is not tested here.
  writeFileSync(join(uiDir, 'handover.html'), '<!--handover-->');
  const logger = quiet();
  const dicom = { port: 0, ae: AE, allow: [] };
  const server = await startServer({ dataDir, stateDir, port: 0, rateLimit: 'off', logger, uiDir, dicom });
  const clients = everybody(server.url, profiles);
  try {
    const ids = await Promise.all([clients.hostile, ...clients.others].map(principalOf));
    const count = countPieces(server.services.turns, ids[0] ?? '');
    const refused = new Map<string, number>();
    const stop = new AbortController();
    const flood = keepAsking(clients.hostile, place, COSTLY, refused, stop.signal);
    const sender = keepSending(server.dicomPort ?? 0, stop.signal);
    let asked = 0;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(clients.others.map((client, at) => ordinary(client, place, round + at)));
      asked += clients.others.length;
    }
    stop.abort();
    await flood;
    const conversations = await sender;
    const { longestWait, pieces } = count.told();
    const ran = `${asked} requests of others beside ${pieces.toLocaleString('en')} pieces of work of the viewer, at most ${longestWait} of them waited for, and ${conversations} conversations of the sender`;
    const found = [...refusals(refused)];
    if (longestWait > PIECES_MAX)
      found.push(`somebody waited for ${longestWait} pieces of the viewer's work`);
    if (conversations === 0) found.push('the sender was not heard once');
    if (pieces < AT_ONCE) found.push(`the viewer had ${pieces} pieces only`);
    return { ran, found };
  } finally {
    await clients.close();
    await server.close();
  }
}

async function byTheClock(
  { dataDir, profiles, place }: Folder,
  rounds: number,
  say: (text: string) => void,
): Promise<LaneOutcome> {
  const server = await startWatchedVault(dataDir, ['--dicom-port', '0', '--dicom-ae', AE]);
  const clients = everybody(server.url, profiles);
  try {
    const found: string[] = [];
    const told: string[] = [];
    // The served vault writes hand-overs only if the interface was built.
    for (const costly of [...COSTLY.filter(({ name }) => name !== 'hand-overs'), undefined]) {
      await Promise.all([clients.hostile, ...clients.others].map(principalOf));
      await ordinary(clients.hostile, place, 0, true);
      const refused = new Map<string, number>();
      const stop = new AbortController();
      await server.longestTurnMs();
      const flood =
        costly === undefined
          ? keepSending(server.dicomPort ?? 0, stop.signal)
          : keepAsking(clients.hostile, place, [costly], refused, stop.signal);
      const waits: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        await Promise.all(
          clients.others.map(async (client, at) => {
            const from = performance.now();
            await ordinary(client, place, round + at);
            waits.push(performance.now() - from);
          }),
        );
      const turn = await server.longestTurnMs();
      stop.abort();
      await flood;
      const p95 = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
      const line = `${costly?.name ?? 'sender'} p95 ${p95.toFixed(0)} ms, longest turn ${turn.toFixed(0)} ms`;
      say(line);
      told.push(line);
      found.push(...refusals(refused));
      if (p95 > P95_MAX_MS || turn > TURN_MAX_MS) found.push(line);
    }
    return { ran: `by the clock, beside one kind after the other: ${told.join('; ')}`, found };
  } finally {
    await clients.close();
    await server.stop();
  }
}

function everybody(baseUrl: string, { hostile, others }: Folder['profiles']) {
  const open = (profile: string) => connect({ profile, baseUrl, timeoutMs: PATIENCE_MS, ...NOTHING_TWICE });
  const all = [open(hostile), ...others.map(open)];
  const [first, ...rest] = all;
  if (first === undefined) throw new Error('nobody');
  return {
    hostile: first,
    others: rest,
    close: async () => void (await Promise.all(all.map((client) => client.close()))),
  };
}

async function principalOf(client: VaultClient): Promise<string> {
  return (await client.session.get()).principal.principal_id;
}

/** Ordinary work of the other principals: read one exam, save one, list some. */
async function ordinary(client: VaultClient, place: Place, n: number, readsOnly = false): Promise<void> {
  const id = place.ids[n % place.ids.length] ?? '';
  if (n % 3 === 1 && !readsOnly)
    await client.patients.update(id, {
      record: { display_name: `Saved ${n}` },
      expected_latest_version_id: null,
    });
  else if (n % 3 === 2) await client.patients.list({ limit: 20 }).toArray({ limit: 20 });
  else await client.patients.get(id);
}

/** Sends sixteen requests at once until stopped. Counts 429 responses without waiting, unlike a polite program. */
async function keepAsking(
  client: VaultClient,
  place: Place,
  kinds: readonly Costly[],
  refused: Map<string, number>,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, lane) => {
      for (let n = lane; !stop.aborted; n += 1) {
        const kind = kinds[n % kinds.length];
        if (kind === undefined) return;
        try {
          await kind.ask(client, place);
        } catch (error) {
          const why = `${kind.name}: ${error instanceof VaultApiError ? error.code : String(error)}`;
          refused.set(why, (refused.get(why) ?? 0) + 1);
        }
      }
    }),
  );
}

function refusals(refused: ReadonlyMap<string, number>): string[] {
  return [...refused].map(([why, times]) => `sixteen at once met ${why} ${times} times`);
}
