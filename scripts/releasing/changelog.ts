/** CHANGELOG.md as text, in the form of Keep a Changelog: which release it ends with, and the same with one more. */

const HEADING = /^## \[?(\d+\.\d+\.\d+)\]?(?: |$)/m;
const UNRELEASED = '## Unreleased\n';
/** The groups of a release, in their order. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
/** What was written before the form was kept names no kind. */
const PLAIN_KIND = 'Changed';

export function newestRelease(changelog: string): string | undefined {
  return HEADING.exec(changelog)?.[1];
}

/** What stood under «Unreleased», and the lines of `fragments`, under the version and the day. @throws Error */
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

/** The notes of a release: its part of the changelog without the heading. @throws Error when there is none */
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

/** @param lines bullets, `- Fixed: Text.`, or plain ones. @throws Error for anything else */
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
