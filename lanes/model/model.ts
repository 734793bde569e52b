/**
 * `npm run test:long -- model [--sequences N]`: runs random sequences on documents, drafts, files and groups against
 * a vault and against a plain data model. After each, the vault must equal the model. A failing sequence is reduced
 * to the steps it needs.
 * Source: evidence design, D-6.
 */
import * as fc from 'fast-check';
import { startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { clear, compare } from './compare-with-model.ts';
import { documentSteps } from './document-steps.ts';
import { fileSteps } from './file-steps.ts';
import { groupSteps } from './group-steps.ts';
import type { Model, Step } from './step.ts';

const STEPS_MAX = 40;

export const MODEL: Lane = {
  name: 'model',
  proves: 'After any sequence of writes the vault holds what a model of plain data holds.',
  unit: 'sequences',
  times: 1000,
  run: model,
};

async function model(times: number, say: (text: string) => void): Promise<LaneOutcome> {
  const here = await startInProcessVault('model');
  const ran = { sequences: 0, steps: 0 };
  try {
    const founders = await here.client.groups.members(here.group).toArray({ limit: 10 });
    const owners = new Set<string>(founders.map(({ principal_id }) => principal_id));
    const counted = (step: Step): Step => ({
      check: step.check,
      toString: step.toString,
      async run(expected, vault) {
        await step.run(expected, vault);
        ran.steps += 1;
      },
    });
    const steps = [...documentSteps(), ...fileSteps(), ...groupSteps()].map((one) => one.map(counted));
    const property = fc.asyncProperty(
      fc.commands(steps, { maxCommands: STEPS_MAX, size: 'max' }),
      async (sequence) => {
        const expected: Model = { patients: new Map(), nodes: new Map(), members: new Map() };
        try {
          await fc.asyncModelRun(() => ({ model: expected, real: here }), sequence);
          await compare(here, expected, owners);
        } finally {
          await clear(here, expected);
        }
        ran.sequences += 1;
        if (ran.sequences % 100 === 0) say(`${ran.sequences} sequences, ${ran.steps} steps`);
      },
    );
    const outcome = await fc.check(property, { numRuns: times });
    const failed = outcome.failed
      ? [`${String(outcome.counterexample)}: ${String(outcome.errorInstance)}`]
      : [];
    return {
      ran: `${ran.sequences.toLocaleString('en')} sequences of ${ran.steps.toLocaleString('en')} steps in all, folder verified`,
      found: [...failed, ...(await here.stopAndVerify())],
    };
  } finally {
    await here.remove();
  }
}
