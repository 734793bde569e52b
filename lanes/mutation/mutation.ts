/** `npm run mutation [-- --mutants N]`: applies small wrong changes to the sources and checks that tests fail. */
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { MUTANTS } from './all-mutants.ts';
import { runMutants } from './run-mutants.ts';

export const MUTATION: Lane = {
  name: 'mutation',
  proves:
    'Tests notice a wrong change of crypto, documents, sessions, the audit log, SDK and the page’s state.',
  unit: 'mutants',
  times: MUTANTS.length,
  run: mutation,
};

async function mutation(times: number, say: (text: string) => void): Promise<LaneOutcome> {
  const chosen = spread(times);
  const found: string[] = [];
  await runMutants(chosen, ({ file, what }, fate) => {
    say(`${fate}: ${file}, ${what}`);
    if (fate !== 'killed') found.push(`${fate}: ${file}, ${what}`);
  });
  return { ran: `${chosen.length} mutants, ${chosen.length - found.length} killed`, found };
}

/** Selects mutants evenly from all parts. */
function spread(times: number) {
  const count = Math.min(times, MUTANTS.length);
  const step = MUTANTS.length / count;
  return Array.from({ length: count }, (_, at) => MUTANTS[Math.floor(at * step)]).filter(
    (mutant) => mutant !== undefined,
  );
}
