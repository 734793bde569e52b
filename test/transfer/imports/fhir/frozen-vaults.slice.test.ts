/**
 * Imports into vaults of the first and the newest format; `frozen-vaults-between.slice.test.ts` covers the others.
 */
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeImports } from './frozen-vault-imports.ts';

describeImports([...FROZEN_VERSIONS.slice(0, 1), ...FROZEN_VERSIONS.slice(-1)]);
