/** Opens frozen vaults of the first and the newest format; `frozen-vaults-between.slice.test.ts` opens the others. */
import { expect, test } from 'vitest';
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeFrozenVaults } from './frozen-vault-promises.ts';

test('the first format is among them', () => {
  expect(FROZEN_VERSIONS).toContain('0.1.0');
});

describeFrozenVaults([...FROZEN_VERSIONS.slice(0, 1), ...FROZEN_VERSIONS.slice(-1)]);
