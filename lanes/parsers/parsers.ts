/**
 * `npm run test:long -- parsers [--inputs N]`: gives every parser of external bytes corpus files and mutations of
 * them. Each must return or throw its own error in bounded time. Anything else is a finding with the number that
 * reproduces it. Findings are kept in `test/fixtures/parsers/NAME`.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { takeParsingMs } from './jsdom-global.ts';
import { createDraw, mutate } from './mutate.ts';
import { type ParserTarget, parserTargets } from './targets.ts';

/** CPU time limit for an input of some hundred KiB, without the lane's DOM. */
const COST_MAX_MS = 20_000;

export const PARSERS: Lane = {
  name: 'parsers',
  proves:
    'Whatever bytes come from elsewhere, each parser answers or refuses them by an error of its own, in bounded time.',
  unit: 'inputs',
  times: 100_000,
  run: (inputs, say, stop) => tryParsers(inputs, say, stop),
};

/** Runs every parser on random inputs. @param begin seed; another one generates other inputs. */
export async function tryParsers(
  inputs: number,
  say: (text: string) => void,
  stop: AbortSignal,
  begin = 1,
): Promise<LaneOutcome> {
  const targets = parserTargets();
  const each = Math.ceil(inputs / targets.length);
  const found: string[] = [];
  let ran = 0;
  for (const target of targets) {
    if (target.corpus.length === 0) found.push(`${target.name}: no kept files`);
    for (let at = -target.corpus.length; at < each && !stop.aborted; at += 1) {
      const number = begin + at;
      // Corpus files first, unchanged.
      const bytes = at < 0 ? Buffer.from(target.corpus[-1 - at] ?? []) : drawn(target, number);
      if (at % 500 === 0) say(`${target.name}: input ${number}, ${found.length} found`);
      const wrong = await wrongWith(target, bytes);
      if (wrong !== undefined) found.push(`${target.name}, input ${number}: ${wrong}`);
      ran += 1;
      // Parsers are synchronous; signals are heard between turns only.
      await nextTurn();
    }
  }
  return { ran: `${ran.toLocaleString('en')} inputs to ${targets.length} parsers`, found };
}

/** Generates the input of this number. */
export function drawn({ corpus }: ParserTarget, number: number): Buffer {
  const draw = createDraw(number);
  const pick = () => corpus[draw(corpus.length)] ?? new Uint8Array();
  return mutate(pick(), pick(), draw);
}

async function wrongWith({ parse, refusals }: ParserTarget, bytes: Buffer): Promise<string | undefined> {
  takeParsingMs();
  const { user } = process.cpuUsage();
  try {
    await parse(bytes);
  } catch (error) {
    if (!refusals.some((refusal) => error instanceof refusal))
      return error instanceof Error ? `${error.name}: ${error.message.slice(0, 120)}` : 'threw no error';
  }
  const costMs = (process.cpuUsage().user - user) / 1000 - takeParsingMs();
  return costMs > COST_MAX_MS ? `took ${Math.round(costMs)} ms` : undefined;
}
