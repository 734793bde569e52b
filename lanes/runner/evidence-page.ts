/** Updates the table of lanes in docs/evidence.md, one row per lane; other rows and text stay. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane, LaneOutcome } from './lane.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'evidence.md');
const RULE = '|---|---|---|---|---|';

export function writeRow(lane: Lane, times: number, outcome: LaneOutcome): void {
  writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), rowOf(lane, times, outcome)));
}

/** Replaces one lane's row of the table. @throws if the page has no table of lanes. */
export function withRow(page: string, row: string): string {
  const lines = page.split('\n');
  const begin = lines.indexOf(RULE) + 1;
  if (begin === 0) throw new Error('docs/evidence.md has lost its table of lanes.');
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
  const name = nameOf(row);
  const rows = lines.slice(begin, begin + length).filter((line) => nameOf(line) !== name);
  lines.splice(begin, length, ...[...rows, row].sort());
  return lines.join('\n');
}

function nameOf(row: string): string {
  return row.split('|')[1]?.trim() ?? '';
}

function rowOf({ name, proves, unit }: Lane, times: number, { ran, found }: LaneOutcome): string {
  const outcome = found.length === 0 ? 'nothing' : `**${found.length}**`;
  const command = `\`npm run test:long -- ${name} --${unit} ${times}\``;
  return `| ${[name, proves, ran, outcome, command].join(' | ')} |`;
}
