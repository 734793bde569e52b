/** docs/benchmarks.md: one section for each bench; writing one keeps the others. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'benchmarks.md');
const TITLE = '# Benchmarks';

/** Replaces the section with this heading, or adds it at the end. */
export function writeSection(heading: string, lead: string, table: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  const kept = page
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .filter((section) => !section.startsWith(`## ${heading}\n`))
    .map((section) => section.trimEnd());
  const section = `## ${heading}\n\n${lead}\n\n${table}`;
  writeFileSync(PAGE, `${[TITLE, ...kept, section].join('\n\n')}\n`);
}

/** `2 cores (…), Node 24.21.0`. */
export function machineWords(): string {
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`;
}
