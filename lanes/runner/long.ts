/**
 * `npm run test:long [-- LANE…] [--kills N …] [--write]`: the long form of what `npm test` runs a slice of, one lane
 * after the other; all of them unless some are named. `--UNIT N` says how many of a lane's unit, `--first N` with which
 * seed those that draw by seeds begin (pixels, cleared). `--write` puts what
 * ran and what it found into docs/evidence.md. Ctrl C or SIGTERM ends the lanes that heed it (fuzz, torture, pixels, cleared) with what
 * ran until then. Ends 1 when anything was found.
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
