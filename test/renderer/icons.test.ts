import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ICON_NAMES } from '#renderer/components/icons/icon-names.ts';

describe('ICON_NAMES', () => {
  test('names exactly the symbols of the sprite', () => {
    const sprite = readFileSync(new URL('../../resources/icons/icons.svg', import.meta.url), 'utf8');
    const symbols = [...sprite.matchAll(/<symbol id="i-([\w-]+)"/g)].map((match) => match[1]);
    expect([...ICON_NAMES]).toEqual(symbols);
  });
});
