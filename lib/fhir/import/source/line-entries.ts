/** Reads resources of NDJSON line by line. A faulty line affects only itself. */
import { type Entry, entriesOf, FhirFileError, parseRoot, type SkippedEntry } from './bundle-entries.ts';
import type { SourceLine } from './source-lines.ts';

/** True for NDJSON: the first line is a resource and others follow. */
export function beginsWithResource(lines: readonly SourceLine[]): boolean {
  const first = lines.findIndex((line) => line !== null && line.replace(/^\uFEFF/, '').trim() !== '');
  if (first === -1 || first === lines.length - 1) return false;
  try {
    parseRoot(lines[first] ?? '', false);
    return true;
  } catch {
    return false;
  }
}

export function entriesOfLines(
  lines: readonly SourceLine[],
  first: number,
  skipped: SkippedEntry[],
  exact: boolean,
): Entry[] {
  const entries: Entry[] = [];
  for (const [index, line] of lines.entries()) {
    const place = `line ${first + index}`;
    const said = line?.replace(/^\uFEFF/, '').trim();
    if (said === '') continue;
    if (said === 'null') {
      skipped.push({ place, message: 'This line is null: it has no content.', isBroken: false });
      continue;
    }
    try {
      if (line === null) throw new FhirFileError('This file has bytes that are not UTF-8.');
      for (const entry of entriesOf(parseRoot(line, exact), skipped)) entries.push(entry);
    } catch (error) {
      if (!(error instanceof FhirFileError)) throw error;
      skipped.push({ place, message: error.message.replace('This file', 'This line'), isBroken: true });
    }
  }
  return entries;
}
