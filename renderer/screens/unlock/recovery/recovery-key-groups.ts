/** The recovery key as people handle it: 13 groups as the server writes them. Crockford's alphabet, read leniently. */

/** Upper case without separators; the letters people confuse become the digits they stand for. */
export function normaliseGroup(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

export function recoveryKeyGroups(recoveryKey: string): string[] {
  return recoveryKey.split('-').map(normaliseGroup);
}

/**
 * The two groups (from 1) to be typed back. Chosen from the key's own characters, so that the choice stays the
 * same while the page is redrawn and differs from vault to vault.
 */
export function groupsToTypeBack(groups: readonly string[]): readonly [number, number] {
  const sum = (text: string) =>
    [...text].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const half = Math.floor(groups.length / 2);
  const first = 1 + (sum(groups.at(0) ?? '') % half);
  const second = half + 1 + (sum(groups.at(-1) ?? '') % (groups.length - half));
  return [first, second];
}
