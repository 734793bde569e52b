/**
 * Progress bar on stderr, drawn in place and only on a terminal: percentage, amount, rate and remaining time. It fits
 * on one line; parts that do not fit are left out, the rate first.
 */
import { performance } from 'node:perf_hooks';
import type { CliContext } from '#cli/context.ts';
import { bytesOf, bytesText, durationText } from './amount-text.ts';
import { displayWidth, shortened } from './display-width.ts';
import { printable } from './table.ts';

export interface ProgressBar {
  readonly update: (done: number, total: number | undefined) => void;
  /** Removes the bar from the screen. */
  readonly clear: () => void;
}

/** Unit of the count: bytes, named items, or steps, whose number is not shown. */
export type ProgressUnit = 'bytes' | 'files' | 'rows' | 'steps';

export interface Progress {
  readonly label: string;
  readonly unit: ProgressUnit;
  readonly done: number;
  readonly total: number | undefined;
  /** Rate in units per second; undefined until known. */
  readonly perSecond: number | undefined;
}

const BAR_CHARS = 30;
const BAR_MIN_CHARS = 8;
const LABEL_MIN_CELLS = 8;
const COLUMNS_UNLESS_SAID = 80;
const REDRAW_MS = 100;
/** Time window of the rate, because a slow start says nothing about the rest. */
const RATE_OVER_MS = 10_000;
/** Earliest time at which the rate is meaningful. */
const RATE_FROM_MS = 1_000;

export function createProgressBar(
  context: CliContext,
  label: string,
  unit: ProgressUnit,
  now: () => number = () => performance.now(),
): ProgressBar {
  if (!context.isInteractive) return { update: () => {}, clear: () => {} };
  let drawnAt = -Infinity;
  const seen: { readonly at: number; readonly done: number }[] = [];

  function rate(at: number, done: number): number | undefined {
    seen.push({ at, done });
    while (seen.length > 2 && at - (seen[0]?.at ?? at) > RATE_OVER_MS) seen.shift();
    const [first] = seen;
    if (first === undefined || at - first.at < RATE_FROM_MS || done <= first.done) return undefined;
    return ((done - first.done) * 1000) / (at - first.at);
  }

  return {
    update: (done, total) => {
      const at = now();
      if (at - drawnAt < REDRAW_MS && done !== total) return;
      drawnAt = at;
      const progress = { label: printable(label), unit, done, total, perSecond: rate(at, done) };
      context.stderr(`\r\u001B[K${progressLine(progress, context.columns?.() ?? COLUMNS_UNLESS_SAID)}`);
    },
    clear: () => context.stderr('\r\u001B[K'),
  };
}

/** Leaves the last column free, because terminals wrap at a full line. */
export function progressLine({ label, unit, done, total, perSecond }: Progress, columns: number): string {
  const room = Math.max(0, columns - 1);
  const amount = amountText(unit, done, total);
  const speed = perSecond === undefined ? '' : rateText(unit, perSecond);
  const left = perSecond === undefined || total === undefined ? '' : leftText(done, total, perSecond);
  const percent = total ? `${Math.min(100, Math.floor((done / total) * 100))} %` : '';
  const ways = [
    [percent, amount, speed, left],
    [percent, amount, left],
    [percent, left],
    [percent || amount],
  ].map((parts) => parts.filter((part) => part !== '').join('  '));
  for (const facts of ways) {
    const forLabel = room - displayWidth(facts) - 1;
    const bar = total ? barFor(done / total, forLabel - Math.min(displayWidth(label), LABEL_MIN_CELLS)) : '';
    if (displayWidth(facts) > room || (total && bar === '')) continue;
    const name = shortened(label, forLabel - (bar === '' ? 0 : bar.length + 1));
    return [name, bar, facts].filter((part) => part !== '').join(' ');
  }
  return shortened([label, ways.at(-1)].join(' '), room);
}

/** Draws the progress bar. @param room in cells, including the space before it */
function barFor(fraction: number, room: number): string {
  const chars = Math.min(BAR_CHARS, room - 3);
  if (chars < BAR_MIN_CHARS) return '';
  const filled = Math.min(chars, Math.round(fraction * chars));
  return `[${'#'.repeat(filled)}${'.'.repeat(chars - filled)}]`;
}

function amountText(unit: ProgressUnit, done: number, total: number | undefined): string {
  if (unit === 'steps') return '';
  if (unit === 'bytes') return total === undefined ? bytesText(done) : bytesOf(done, total);
  return total === undefined ? `${done} ${unit}` : `${done} of ${total} ${unit}`;
}

function rateText(unit: ProgressUnit, perSecond: number): string {
  if (unit === 'steps') return '';
  if (unit === 'bytes') return `${bytesText(Math.round(perSecond))}/s`;
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)}/s`;
}

function leftText(done: number, total: number, perSecond: number): string {
  return done >= total ? '' : `${durationText((total - done) / perSecond)} left`;
}
