/** CHANGELOG.md as text: which release it ends with, and the same with one more. */

const HEADING = /^## (\d+\.\d+\.\d+)(?: |$)/m;
const UNRELEASED = '## Unreleased\n';

export function newestRelease(changelog: string): string | undefined {
  return HEADING.exec(changelog)?.[1];
}

/** What stood under «Unreleased», and the lines of `fragments`, under the version and the day. @throws Error */
export function withRelease(
  changelog: string,
  fragments: readonly string[],
  { version, day }: { readonly version: string; readonly day: string },
): string {
  const at = changelog.indexOf(UNRELEASED);
  if (at === -1) throw new Error('CHANGELOG.md has no part «Unreleased».');
  const from = at + UNRELEASED.length;
  const next = changelog.slice(from).search(HEADING);
  const end = next === -1 ? changelog.length : from + next;
  const bullets = fragments.map((text) => text.trim()).filter((text) => text !== '');
  const stood = changelog.slice(from, end).trim();
  const lines = [...bullets, ...(stood === '' ? [] : [stood])].join('\n');
  if (lines === '') throw new Error('Nothing has changed since the last release.');
  return `${changelog.slice(0, from)}\n## ${version} (${day})\n\n${lines}\n\n${changelog.slice(end)}`;
}
