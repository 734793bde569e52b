/**
 * `npm run test:long -- windows [--windows N]`: many windows on one server, on SQLite and PostgreSQL, while one
 * writer saves; then PostgreSQL is killed. Each window must receive each save once and in order. A save must not wait
 * for the database more often with more windows, and no session or window may end. Also reports save times and CPU
 * cost, the same with a network of a millisecond each way between server and PostgreSQL.
 */
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { POSTGRES_PROGRAMS } from '#scripts/postgres/cluster.ts';
import type { VaultClient } from '#sdk/client.ts';
import { openWindow, type Window } from './listening-window.ts';
import { openScene, type Scene } from './windows-fixture.ts';

const SAVES = 30;
const CRASHES = 3;
/**
 * Allowed additional database waits: one read of new events and the server's own work. A read per window would exceed
 * it.
 */
const MORE_WAITS_MAX = 5;
const LOOK_EVERY_MS = 20;

export const WINDOWS: Lane = {
  name: 'windows',
  proves:
    'However many windows listen, each hears each save once and in order, a save waits no more often for the database, and a PostgreSQL killed under them ends neither server, session nor window.',
  unit: 'windows',
  times: 150,
  run: underWindows,
};

async function underWindows(
  windows: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  const found: string[] = [];
  const ran: string[] = [];
  const engines =
    POSTGRES_PROGRAMS === undefined
      ? (['SQLite'] as const)
      : (['SQLite', 'PostgreSQL', 'PostgreSQL far away'] as const);
  for (const engine of engines) {
    const scene = await openScene(engine);
    try {
      const where = scene.distanceMs === undefined ? '' : ` (${scene.distanceMs.toFixed(1)} ms)`;
      const told = await underEach(scene, sizesTo(windows), say, stop, found);
      ran.push(`${engine}${where}: ${told.join('; ')}`);
      await scene.node.stop();
      found.push(...(await scene.verify()).map((line) => `${engine}: ${line}`));
    } finally {
      await scene.remove();
    }
  }
  if (POSTGRES_PROGRAMS === undefined) ran.push('PostgreSQL is not installed here');
  return { ran: ran.join('. '), found };
}

/** Returns none, a third, and all windows. */
function sizesTo(windows: number): readonly number[] {
  return [0, Math.max(1, Math.ceil(windows / 3)), windows];
}

async function underEach(
  { engine, node, group, crash }: Scene,
  sizes: readonly number[],
  say: (text: string) => void,
  stop: AbortSignal,
  found: string[],
): Promise<string[]> {
  await node.start();
  const client = node.client();
  const record = { display_name: 'Load under windows' };
  const patient = (await client.patients.create({ security_group_id: group, record })).index.document_id;
  const save = async () => {
    const { version_id } = await client.patients.update(patient, {
      record,
      expected_latest_version_id: null,
    });
    return String(version_id);
  };
  const open: Window[] = [];
  const told: string[] = [];
  let waitsAlone = 0;
  try {
    for (const size of sizes) {
      if (stop.aborted) break;
      while (open.length < size) open.push(await openWindow(client));
      say(`${engine}: ${size} windows`);
      for (const window of open) window.forget();
      const before = await figuresOf(client);
      const saved: string[] = [];
      const took: number[] = [];
      for (let n = 0; n < SAVES; n += 1) {
        const beganMs = performance.now();
        saved.push(await save());
        took.push(performance.now() - beganMs);
      }
      await heardOf(open, saved.at(-1) ?? '');
      const after = await figuresOf(client);
      const waits = (after.waits - before.waits) / SAVES;
      const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / SAVES;
      if (size === 0) waitsAlone = waits;
      else if (waits > waitsAlone + MORE_WAITS_MAX)
        found.push(
          `${engine}: a save waits ${waits.toFixed(1)} times under ${size} windows, ${waitsAlone.toFixed(1)} alone`,
        );
      for (const [at, window] of open.entries())
        if (window.heard().join() !== saved.join())
          found.push(
            `${engine}: of ${size}, window ${at} heard ${window.heard().length} of ${SAVES} saves, or in another order`,
          );
      told.push(
        `${size} windows, a save ${medianOf(took)} ms, ${cpuMs.toFixed(1)} ms of the server’s processor and ${waits.toFixed(1)} waits`,
      );
    }
    if (crash !== undefined && !stop.aborted) told.push(await crashUnder(open, save, crash, say, found));
  } finally {
    for (const window of open) window.close();
  }
  return told;
}

/** A confirmed save must reach every window; an unconfirmed one may. */
async function crashUnder(
  open: readonly Window[],
  save: () => Promise<string>,
  crash: () => void,
  say: (text: string) => void,
  found: string[],
): Promise<string> {
  for (const window of open) window.forget();
  const answered: string[] = [];
  let unanswered = 0;
  for (let n = 0; n < CRASHES; n += 1) {
    say(`PostgreSQL: crash ${n + 1} under ${open.length} windows`);
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) {
        try {
          answered.push(await save());
        } catch (error) {
          unanswered += 1;
          if (hasEnded(error))
            found.push(`PostgreSQL: the session ended with the database: ${String(error)}`);
          if (hasEnded(error)) return;
          await pause();
        }
      }
    })();
    const before = answered.length;
    while (answered.length < before + 3) await pause();
    crash();
    isWriting = false;
    await writing;
  }
  let last: string | undefined;
  while (last === undefined) {
    last = await save().catch(() => undefined);
    if (last === undefined) await pause();
  }
  answered.push(last);
  await heardOf(open, last);
  for (const [at, window] of open.entries()) {
    const heard = window.heard();
    const missed = answered.filter((id) => !heard.includes(id)).length;
    const twice = heard.length - new Set(heard).size;
    if (missed > 0) found.push(`PostgreSQL: window ${at} missed ${missed} answered saves`);
    if (twice > 0) found.push(`PostgreSQL: window ${at} heard ${twice} saves twice`);
  }
  return `${CRASHES} crashes under ${open.length}, ${answered.length} answered saves and ${unanswered} failed ones`;
}

/** Waits until every window has received the version. @throws the error that ended a window */
async function heardOf(open: readonly Window[], versionId: string): Promise<void> {
  for (const window of open) while (!window.hasHeard(versionId)) await pause();
}

function hasEnded(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 401;
}

async function figuresOf(client: VaultClient): Promise<{ waits: number; cpuSeconds: number }> {
  const text = await client.vault.metrics();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    waits: figure('srvault_database_waits_total'),
    cpuSeconds: figure('process_cpu_seconds_total'),
  };
}

function medianOf(times: readonly number[]): string {
  return (times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0).toFixed(1);
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
}
