/** Edits CHANGELOG.md in the form of Keep a Changelog: reads the newest release, and adds one. */

const HEADING = /^## \[?(\d+\.\d+\.\d+)\]?(?: |$)/m;
const UNRELEASED = '## Unreleased\n';
/** Groups of a release, in order. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
/** Group of older entries without one. */
const PLAIN_KIND = 'Changed';

export function newestRelease(changelog: string): string | undefined {
  return HEADING.exec(changelog)?.[1];
}

/** Moves «Unreleased» and the lines of `fragments` under the version and its date. @throws Error */
export function withRelease(
  changelog: string,
  fragments: readonly string[],
  { version, day }: { readonly version: string; readonly day: string },
): string {
  const [from, end] = partUnder(changelog, UNRELEASED);
  const lines = [...fragments, changelog.slice(from, end)].flatMap((text) => text.split('\n'));
  const groups = grouped(lines.map((line) => line.trim()).filter((line) => line !== ''));
  if (groups === '') throw new Error('Nothing has changed since the last release.');
  return `${changelog.slice(0, from)}\n## [${version}] - ${day}\n\n${groups}\n${changelog.slice(end)}`;
}

/** Returns the notes of a release without the heading. @throws Error if there are none */
export function notesOf(changelog: string, version: string): string {
  const [from, end] = partUnder(changelog, `## [${version}]`);
  const text = changelog.slice(from, end);
  return `${text.slice(text.indexOf('\n')).trim()}\n`;
}

function partUnder(changelog: string, heading: string): [from: number, end: number] {
  const at = changelog.indexOf(heading);
  if (at === -1) throw new Error(`CHANGELOG.md has no part «${heading.trim()}».`);
  const from = at + heading.length;
  const next = changelog.slice(from).search(HEADING);
  return [from, next === -1 ? changelog.length : from + next];
}

/**
 * Groups the lines of fragments by heading. @param lines bullets such as `- Fixed: Text.`, or plain ones. @throws
 * Error for anything else
 */
function grouped(lines: readonly string[]): string {
  const byKind = Map.groupBy(lines, (line) => {
    if (!line.startsWith('- ')) throw new Error(`This is no bullet of a changelog: ${line}`);
    return KINDS.find((kind) => line.startsWith(`- ${kind}: `)) ?? PLAIN_KIND;
  });
  return KINDS.flatMap((kind) => {
    const bullets = byKind.get(kind)?.map((line) => line.replace(`- ${kind}: `, '- '));
    return bullets === undefined ? [] : [`### ${kind}\n\n${bullets.join('\n')}\n`];
  }).join('\n');
}
