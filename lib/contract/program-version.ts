/** The version of this program. `test/architecture/version.test.ts` holds it to package.json and to what was released. */
export const PROGRAM_VERSION = '1.0.0';
