/** Vaults of the first and the newest format; those between them in `frozen-vaults-between.slice.test.ts`. */
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeImports } from './frozen-vault-imports.ts';

describeImports([...FROZEN_VERSIONS.slice(0, 1), ...FROZEN_VERSIONS.slice(-1)]);
