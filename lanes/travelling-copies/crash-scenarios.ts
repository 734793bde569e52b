/**
 * Kills (SIGKILL) a travelling copy while it is created, pulls, pushes or saves: a real `srvault` on a real folder,
 * beside an in-process home vault. Afterwards every confirmed text must be a version or a draft, none twice. Nothing
 * opens half complete, and both folders verify.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listeningUrl, SERVE, serverEnvironment } from '#lanes/torture/served-vault.ts';
import { buildCommandLine } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { openVault } from '#server/app/open-vault.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { textsAt } from './collect-texts.ts';
import type { Clinic } from './home-and-laptops.ts';

export interface KillOptions {
  readonly clinic: Clinic;
  readonly passphrase: string;
  /** Folder for the copy and its anchors; empty at first. */
  readonly home: string;
  readonly kills: number;
  readonly stop: AbortSignal;
}

export interface Killed {
  readonly kills: number;
  readonly texts: number;
  readonly found: readonly string[];
}

const EXAMS = 6;
const ALL = { limit: 1000 };
/** Share of kills that hit the creation of the copy: one in this many. */
const TAKES_ONE_IN = 3;
/** Duration of a creation, most of it before any data arrives. */
const TAKE_MS = 4_000;
const ACT_MS = 150;
const ROUNDS_TO_CONVERGE = 4;

interface Serving {
  readonly client: VaultClient;
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

export async function killCopies({ clinic, passphrase, home, kills, stop }: KillOptions): Promise<Killed> {
  await buildCommandLine();
  const place = { dataDir: join(home, 'copy'), stateDir: join(home, 'state') };
  const found: string[] = [];
  const exams = await Promise.all(Array.from({ length: EXAMS }, (_, at) => createExam(clinic, `made ${at}`)));
  const answered = new Set(exams.map((_, at) => `made ${at}`));
  let killed = 0;

  const takes = Math.ceil(kills / TAKES_ONE_IN);
  for (; killed < takes && !stop.aborted && !isWhole(place.dataDir); killed += 1) {
    const taking = await spawnTake(clinic, passphrase, place);
    await pause(Math.random() * TAKE_MS);
    await endChild(taking, 'SIGKILL');
    if (!isWhole(place.dataDir) && (await opens(place))) found.push('half a copy opens');
  }
  if (!isWhole(place.dataDir)) {
    const taking = await spawnTake(clinic, passphrase, place);
    const [code] = await once(taking, 'exit');
    if (code !== 0) found.push(`a take after ${killed} killed ones ended ${String(code)}`);
  }

  let texts = 0;
  const say = (at: string) => {
    texts += 1;
    return `text ${texts} of ${at}`;
  };
  let copy = await serve(place, passphrase);
  for (; killed < kills && !stop.aborted; killed += 1) {
    const acts = [() => saveAway(copy.client), () => pushAway(copy.client), () => pullAway(copy.client)];
    const act = acts[killed % acts.length] ?? acts[0];
    const acting = act?.();
    await pause(Math.random() * ACT_MS);
    await copy.end('SIGKILL');
    await acting;
    copy = await serve(place, passphrase);
  }

  /** Writes a text; without a response it may be present or not. */
  async function write(client: VaultClient, id: string, text: string): Promise<void> {
    const done = await client.exams
      .edit(id, (record) => ({ ...record, report_lexical: null, report_html: `<p>${text}</p>` }))
      .catch(() => undefined);
    if (done !== undefined) answered.add(text);
  }
  async function saveAway(client: VaultClient): Promise<void> {
    for (const id of exams) await write(client, id, say('the copy'));
  }
  async function pushAway(client: VaultClient): Promise<void> {
    for (const id of exams.slice(0, 2)) await write(client, id, say('the copy'));
    await client.copy.exchange().catch(() => undefined);
  }
  async function pullAway(client: VaultClient): Promise<void> {
    for (const id of exams) await write(clinic.client(), id, say('the clinic'));
    await client.copy.exchange().catch(() => undefined);
  }

  for (let round = 0; round < ROUNDS_TO_CONVERGE; round += 1) await copy.client.copy.exchange();
  const status = await copy.client.copy.status();
  if (status.clinic.standing !== 'with') found.push(`the copy stands ${status.clinic.standing}`);
  for (const { state, code } of status.waits) if (state !== 'conflict') found.push(`${state} ${code ?? ''}`);
  for (const { is_whole } of status.taken) if (!is_whole) found.push('a group is not all here');
  found.push(...(await compare(clinic.client(), copy.client, exams, answered)));
  await copy.end('SIGTERM');
  const opening = { passphrase };
  for (const { code } of (await verifyFolder({ ...place, opening })).findings) found.push(`copy: ${code}`);
  return { kills: killed, texts: answered.size, found };
}

async function compare(
  there: VaultClient,
  here: VaultClient,
  exams: readonly string[],
  answered: ReadonlySet<string>,
): Promise<string[]> {
  const found: string[] = [];
  const kept = new Set<string>();
  for (const id of exams) {
    const [atClinic, atCopy] = [await versionsAt(there, id), await versionsAt(here, id)];
    if (atClinic.map(({ id: version }) => version).join() !== atCopy.map(({ id: version }) => version).join())
      found.push('the chains of versions differ');
    const texts = atClinic.map(({ text }) => text);
    if (new Set(texts).size !== texts.length) found.push('a text stands twice');
    for (const client of [there, here]) for (const text of await textsAt(client, id)) kept.add(text);
  }
  const lost = [...answered].filter((text) => !kept.has(text));
  if (lost.length > 0) found.push(`lost: ${lost.join(', ')}`);
  return found;
}

async function versionsAt({ exams }: VaultClient, id: string): Promise<{ id: string; text: string }[]> {
  const versions = await exams.versions(id).toArray(ALL);
  return Promise.all(
    versions.map(async ({ version_id }) => {
      const { record } = await exams.get(id, { version_id });
      return { id: version_id, text: String(record.report_html).replaceAll(/<[^>]*>/g, '') };
    }),
  );
}

async function createExam(clinic: Clinic, text: string): Promise<string> {
  const { index } = await clinic.client().exams.create({
    security_group_id: clinic.group,
    record: { title: 'CT', report_html: `<p>${text}</p>` },
  });
  return index.document_id;
}

interface Place {
  readonly dataDir: string;
  readonly stateDir: string;
}

function isWhole(dataDir: string): boolean {
  return readCopyMarker(dataDirLayout(dataDir))?.is_whole === true;
}

/** Returns true if the copy opens. Only a folder with a marker file can be one; others are still empty. */
async function opens({ dataDir, stateDir }: Place): Promise<boolean> {
  if (readCopyMarker(dataDirLayout(dataDir)) === undefined) return false;
  try {
    await (await openVault({ dataDir, stateDir })).close();
    return true;
  } catch {
    return false;
  }
}

async function spawnTake(clinic: Clinic, passphrase: string, place: Place): Promise<ChildProcess> {
  const { founder_key } = await clinic.client().vault.get();
  const taking = ['travel', 'take', '--credential', clinic.credential, '--founder', founder_key ?? ''];
  const as = (await clinic.client().session.get()).principal.principal_id;
  return spawn(
    process.execPath,
    [join(ROOT, 'dist', 'main', 'srvault.js'), ...taking, '--as', as, '--data', place.dataDir, '--json'],
    {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...serverEnvironment(place.stateDir), SRVAULT_PASSPHRASE: passphrase },
      detached: true,
    },
  );
}

async function serve(place: Place, passphrase: string): Promise<Serving> {
  const child = spawn(process.execPath, [...SERVE, '--data', place.dataDir, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment(place.stateDir),
    detached: true,
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const client = desktopClient(await listeningUrl(child), place.dataDir, NOTHING_TWICE);
  await client.session.open({ passphrase });
  return {
    client,
    async end(signal) {
      await endChild(child, signal);
      await client.close();
    },
  };
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
