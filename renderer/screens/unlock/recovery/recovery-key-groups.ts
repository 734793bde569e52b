/** Splits the recovery key into 13 groups as the server writes them. Reads Crockford's alphabet leniently. */

/** Converts to upper case without separators; confusable letters become the digits they represent. */
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
 * Returns the two groups (from 1) to type back. Derived from the key's own characters, so that they stay the
 * same on a redraw and differ between vaults.
 */
export function groupsToTypeBack(groups: readonly string[]): readonly [number, number] {
  const sum = (text: string) =>
    [...text].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const half = Math.floor(groups.length / 2);
  const first = 1 + (sum(groups.at(0) ?? '') % half);
  const second = half + 1 + (sum(groups.at(-1) ?? '') % (groups.length - half));
  return [first, second];
}
