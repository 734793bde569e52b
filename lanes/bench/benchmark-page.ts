/** Writes sections of docs/benchmarks.md, one per benchmark; other sections stay. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const TITLE = '# Benchmarks';

/** Replaces the section with this heading, or adds it at the end. */
export function writeSection(heading: string, lead: string, table: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const section = `## ${heading}\n\n${lead}\n\n${table}`;
  const isOld = (text: string): boolean => text.startsWith(`## ${heading}\n`);
  const sections = page
    .split(/^(?=## )/m)
    .filter((text) => text.startsWith('## '))
    .map((text) => (isOld(text) ? section : text.trimEnd()));
  if (!sections.includes(section)) sections.push(section);
  writeFileSync(PAGE, `${[TITLE, ...sections].join('\n\n')}\n`);
}

/** Describes the machine, as in `2 cores (…), Node 24.21.0`. */
export function machineWords(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
}
