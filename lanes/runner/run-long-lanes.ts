/**
 * `npm run test:long [-- LANE…] [--kills N …] [--write]`: runs the long form of lanes one after the other, all or the
 * named ones. `--UNIT N` sets the number of a lane's unit, `--first N` the first seed (pixels, deidentified). `--write`
 * puts the results into docs/evidence.md. Ctrl C or SIGTERM ends fuzz, torture, pixels and deidentified early, with the
 * results so far. Exits with 1 after any finding.
 */
import { parseArgs } from 'node:util';
import { writeRow } from './evidence-page.ts';
import type { Lane } from './lane.ts';
import { LANES } from './lanes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    first: { type: 'string', default: '1' },
    ...Object.fromEntries(LANES.map(({ unit }) => [unit, { type: 'string' } as const])),
  },
});

function lanesNamed(names: readonly string[]): readonly Lane[] {
  const unknown = names.find((name) => !LANES.some((lane) => lane.name === name));
  if (unknown !== undefined) {
    throw new Error(`There is no lane ${unknown}; there are ${LANES.map(({ name }) => name).join(', ')}.`);
  }
  return names.length === 0 ? LANES : LANES.filter(({ name }) => names.includes(name));
}

function timesOf({ unit, times }: Lane): number {
  const wanted = new Map<string, unknown>(Object.entries(values)).get(unit);
  return wanted === undefined ? times : numberOf(unit, wanted);
}

function numberOf(option: string, wanted: unknown): number {
  if (typeof wanted !== 'string' || !/^[1-9]\d{0,8}$/.test(wanted))
    throw new Error(`--${option} takes a number.`);
  return Number(wanted);
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.stderr.write('Ends with what has begun; once more ends it at once.\n');
    stopping.abort();
  });
}

let isSound = true;
for (const lane of lanesNamed(positionals)) {
  if (stopping.signal.aborted) break;
  const startedAt = performance.now();
  const times = timesOf(lane);
  process.stdout.write(`\n> ${lane.name}: ${lane.proves}\n`);
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const outcome = await lane.run(times, say, stopping.signal, numberOf('first', values.first));
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  if (outcome.skipped !== undefined) {
    process.stdout.write(`Left out: ${outcome.skipped}\n`);
    continue;
  }
  for (const each of outcome.found) process.stdout.write(`  found: ${each}\n`);
  process.stdout.write(`${outcome.ran} in ${minutes} minutes; ${outcome.found.length} found\n`);
  isSound &&= outcome.found.length === 0;
  if (values.write) writeRow(lane, times, outcome);
}
process.exitCode = isSound ? 0 : 1;
