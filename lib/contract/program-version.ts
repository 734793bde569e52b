/**
 * The version of this program. `test/architecture/version.test.ts` compares it with package.json and the released
 * versions.
 */
export const PROGRAM_VERSION = '1.0.0';
