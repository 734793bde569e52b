/**
 * `npm run test:long -- laptops [--spells N]`: a home vault and two laptops edit one exam and a drive in any order,
 * sync, and lose the connection meanwhile. Afterwards all three must show the same report and drive. Every confirmed
 * text must be a version, or a draft on its laptop; every confirmed upload must open. One round in four is a kill
 * (crash-scenarios.ts). Source: clinic design, section 13.7.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import type { VaultClient } from '#sdk/client.ts';
import { textsAt } from './collect-texts.ts';
import { killCopies } from './crash-scenarios.ts';
import { beginDrive, DRIVE_STEPS, type DriveStep } from './drive-steps.ts';
import { type Clinic, type Laptop, startClinicWith } from './home-and-laptops.ts';

export const LAPTOPS: Lane = {
  name: 'laptops',
  proves:
    'After any spells away, and whenever a copy is killed, no answered text and no file is lost or doubled, and the clinic and its laptops show the same.',
  unit: 'spells',
  times: 200,
  run: laptopsAway,
};

const PASSPHRASE = 'lane: nine lanterns on thin ice';
/** Share of rounds that are a kill, which takes as long as several others: one in this many. */
const SPELLS_FOR_A_KILL = 4;
const STEPS_MAX = 14;
const ALL = { limit: 1000 };
/** Syncs until all agree: one to fetch the other's changes, and one to push resolved conflicts. */
const ROUNDS_TO_CONVERGE = 2;

/** Step of one machine; `at` 0 is the home vault. */
interface Step {
  readonly does: 'write' | 'exchange' | 'cut' | DriveStep['does'];
  readonly at: 0 | 1 | 2;
  /** Index of the file or folder, and of the target folder. */
  readonly what: number;
  readonly into: number;
}

const step = fc.record<Step>({
  does: fc.constantFrom<Step['does']>(
    ...(['write', 'write', 'exchange', 'exchange', 'exchange', 'cut'] as const),
    ...DRIVE_STEPS,
  ),
  at: fc.constantFrom(0, 1, 2),
  what: fc.nat(9),
  into: fc.nat(9),
});

interface Places {
  readonly clinic: Clinic;
  readonly laptops: readonly [Laptop, Laptop];
}

async function laptopsAway(
  times: number,
  say: (text: string) => void,
  stop: AbortSignal,
): Promise<LaneOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-laptops-'));
  const closers: (() => Promise<void>)[] = [];
  const ran = { spells: 0, texts: 0 };
  try {
    const clinic = await startClinicWith({
      tempDir: () => mkdtempSync(join(scratch, 'at-')),
      onEnd: (close) => void closers.push(close),
      passphrase: PASSPHRASE,
    });
    const laptops = [await clinic.takeAlong(), await clinic.takeAlong()] as const;
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: STEPS_MAX, size: 'max' }),
      async (steps) => {
        if (stop.aborted) return;
        ran.texts += await spell({ clinic, laptops }, steps);
        ran.spells += 1;
        if (ran.spells % 20 === 0) say(`${ran.spells} spells, ${ran.texts} texts`);
      },
    );
    const outcome = await fc.check(property, { numRuns: times });
    const found = outcome.failed
      ? [`${JSON.stringify(outcome.counterexample)}: ${String(outcome.errorInstance)}`]
      : [];
    for (const [at, { client }] of laptops.entries())
      for (const { code } of (await client.findings.list()).items) found.push(`laptop ${at + 1}: ${code}`);
    const killed = await killCopies({
      ...{ clinic, passphrase: PASSPHRASE, stop },
      home: mkdtempSync(join(scratch, 'killed-')),
      kills: Math.ceil(times / SPELLS_FOR_A_KILL),
    });
    const texts = ran.texts + killed.texts;
    return {
      ran: `${ran.spells.toLocaleString('en')} spells, ${killed.kills} kills, ${texts.toLocaleString('en')} answered texts`,
      found: [...found, ...killed.found],
    };
  } finally {
    for (const close of closers.toReversed()) await close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Runs one round of random steps and compares all sides. @returns the number of confirmed texts. @throws Error with
 * the failure
 */
async function spell({ clinic, laptops }: Places, steps: readonly Step[]): Promise<number> {
  const made = await clinic.client().exams.create({
    security_group_id: clinic.group,
    record: { title: 'CT', report_html: '<p>text 0</p>' },
  });
  const id = made.index.document_id;
  for (const laptop of laptops) await laptop.exchange();
  const clientAt = (at: number): VaultClient => laptops[at - 1]?.client ?? clinic.client();
  const answered = ['text 0'];
  const drive = beginDrive(clinic.group, id);
  for (const { does, at, what, into } of steps) {
    if (does === 'write') {
      const text = `text ${answered.length}`;
      await clientAt(at).exams.edit(id, (record) => ({
        ...record,
        report_lexical: null,
        report_html: `<p>${text}</p>`,
      }));
      answered.push(text);
    } else if (does === 'exchange') await laptops[at - 1]?.exchange();
    else if (does === 'cut') await cut(clinic, laptops[at - 1]);
    else await drive.take({ does, what, into }, clientAt(at));
  }
  for (let round = 0; round < ROUNDS_TO_CONVERGE; round += 1)
    for (const laptop of laptops) await laptop.exchange();
  await assertConverged([0, 1, 2].map(clientAt), id);
  await drive.assertConverged([0, 1, 2].map(clientAt));
  const kept = await textsAt(clinic.client(), id);
  for (const { client } of laptops) for (const text of await textsAt(client, id)) kept.add(text);
  const lost = answered.filter((text) => !kept.has(text));
  if (lost.length > 0) throw new Error(`lost: ${lost.join(', ')}`);
  return answered.length;
}

/** Stops the home vault during a request, and starts it afterwards. */
async function cut(clinic: Clinic, laptop: Laptop | undefined): Promise<void> {
  const exchanging = laptop?.exchange();
  await clinic.stop();
  await exchanging;
  await clinic.start();
}

async function assertConverged(clients: readonly VaultClient[], id: string): Promise<void> {
  const chains = await Promise.all(
    clients.map(async (client) =>
      (await client.exams.versions(id).toArray(ALL)).map(({ version_id }) => version_id).join(),
    ),
  );
  if (new Set(chains).size !== 1) throw new Error('the chains of versions differ');
}
