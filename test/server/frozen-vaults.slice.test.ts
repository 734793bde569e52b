/**
 * Vaults of every format there ever was open in this build: here the first and the newest, between them in
 * `frozen-vaults-between.slice.test.ts`.
 */
import { expect, test } from 'vitest';
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeFrozenVaults } from './frozen-vault-promises.ts';

test('the first format is among them', () => {
  expect(FROZEN_VERSIONS).toContain('0.1.0');
});

describeFrozenVaults([...FROZEN_VERSIONS.slice(0, 1), ...FROZEN_VERSIONS.slice(-1)]);
