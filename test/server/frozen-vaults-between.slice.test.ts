/** Opens frozen vaults of the formats between the first and the newest, which `frozen-vaults.slice.test.ts` opens. */
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeFrozenVaults } from './frozen-vault-promises.ts';

describeFrozenVaults(FROZEN_VERSIONS.slice(1, -1));
