/** Before the first test file: the vaults that tests copy. */
import { join } from 'node:path';
import { FOUNDING as DESKTOP } from '#test/main/support/vault-page.ts';
import { askForLargePages } from './large-pages.ts';
import { FOUNDING as LIVE } from './live-vault.ts';
import { preparePostgres } from './postgres.ts';
import { prepareVaults } from './prepared-vault.ts';
import { FOUNDING as SERVER } from './start-tls-server.ts';

export default async function setUp(): Promise<() => void> {
  // The command line and the server start as processes of their own, hundreds of times: compiled once is enough.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compiled');
  askForLargePages();
  const stopPostgres = await preparePostgres();
  const removeVaults = await prepareVaults([LIVE, SERVER, DESKTOP]);
  return () => {
    removeVaults();
    stopPostgres();
  };
}
