/**
 * Imports into vaults of the formats between the first and the newest, which `frozen-vaults.slice.test.ts` covers.
 */
import { FROZEN_VERSIONS } from '#test/support/frozen/recorded.ts';
import { describeImports } from './frozen-vault-imports.ts';

describeImports(FROZEN_VERSIONS.slice(1, -1));
