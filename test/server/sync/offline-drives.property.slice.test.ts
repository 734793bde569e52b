/**
 * Property test of a vault and two copies that change files and folders, with offline periods and lost responses. In
 * any order no confirmed upload is lost, everything verifies, and finally all are equal. Source: clinic design,
 * section 13, 7.
 */
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { beginDrive, DRIVE_STEPS, type DriveStep } from '#lanes/travelling-copies/drive-steps.ts';
import type { Laptop } from '#lanes/travelling-copies/home-and-laptops.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { RELAY_HOST, startAnswerRelay } from '#test/support/answer-relay.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { startClinic } from '#test/support/travelling.ts';

/** Runs of the long lane; a small number by default. */
const LONG_RUNS = Number(process.env['SRVAULT_TRAVEL_RUNS'] ?? 0);
const RUNS = LONG_RUNS || 4;
const SEED = LONG_RUNS === 0 ? 20_261_125 : Date.now() % 2 ** 31;
const TIMEOUT_MS = 60_000 * Math.max(4, RUNS);
/** Syncs until all are equal: fetches of pushed changes, and pushes of resolved conflicts. */
const ROUNDS_TO_CONVERGE = 4;

/** `at` 0 is the vault. */
type Step =
  | ({ readonly at: 0 | 1 | 2 } & DriveStep)
  /** `passing` is the number of response pieces that arrive; undefined means all. */
  | { readonly at: 1 | 2; readonly does: 'exchange'; readonly passing: number | undefined };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      at: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
      does: fc.constantFrom(...DRIVE_STEPS),
      what: fc.nat(9),
      into: fc.nat(9),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      at: fc.constantFrom<1 | 2>(1, 2),
      does: fc.constant('exchange' as const),
      passing: fc.option(fc.nat(40), { nil: undefined }),
    }),
  },
);

const isUndecided = ({ state }: { readonly state: string }) => state !== 'conflict';

test(
  'no byte is lost, everything verifies, and all show the same files and folders in the end',
  async () => {
    const clinic = await startClinic({ names: [RELAY_HOST] });
    const relay = await startAnswerRelay(clinic.url);
    onTestFinished(relay.close);
    const laptops: readonly [Laptop, Laptop] = [await clinic.takeAlong(), await clinic.takeAlong()];
    for (const { client, exchange } of laptops) {
      await exchange();
      await client.copy.changeAddresses({ addresses: [relay.url] });
    }
    const clients = [clinic.client(), ...laptops.map(({ client }) => client)];
    const clientAt = (at: number) => clients[at] ?? clinic.client();

    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 8, maxLength: 24 }), async (steps) => {
        const { index } = await clinic.client().exams.create({ security_group_id: clinic.group, record: {} });
        for (const { exchange } of laptops) await exchange();
        const drive = beginDrive(clinic.group, index.document_id);
        for (const step of steps) {
          if (step.does !== 'exchange') await drive.take(step, clientAt(step.at));
          else {
            let left = step.passing ?? Number.POSITIVE_INFINITY;
            relay.isLost = () => {
              left -= 1;
              return left < 0;
            };
            await laptops[step.at - 1]?.exchange();
            relay.isLost = () => false;
          }
        }
        let undecided = 1;
        for (let round = 0; undecided > 0; round += 1) {
          expect(round).toBeLessThan(ROUNDS_TO_CONVERGE);
          for (const { exchange } of laptops) await exchange();
          undecided = 0;
          for (const { exchange } of laptops) {
            const { clinic: there, waits } = await exchange();
            expect(there.standing).toBe('with');
            undecided += waits.filter(isUndecided).length;
          }
        }
        await drive.assertConverged(clients);
      }),
      // Runs share a vault, so a smaller case would fail because of the first failure's data.
      { numRuns: RUNS, seed: SEED, endOnFailure: true, includeErrorInReport: true },
    );

    for (const { dataDir, stateDir } of [clinic, ...laptops]) {
      const opening = { passphrase: CLINIC_PASSPHRASE };
      expect((await verifyFolder({ dataDir, stateDir, opening })).findings).toEqual([]);
    }
  },
  TIMEOUT_MS,
);
