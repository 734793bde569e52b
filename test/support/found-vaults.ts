/** Vitest set-up: creates the vaults that tests copy, and the PostgreSQL they may use. */
import { FOUNDING as DESKTOP } from '#test/main/support/vault-page.ts';
import { FOUNDING as LIVE } from './live-vault.ts';
import { preparePostgres } from './postgres.ts';
import { prepareVaults } from './prepared-vault.ts';
import { FOUNDING as SERVER } from './start-tls-server.ts';

const NOTHING = (): void => undefined;
let isDone = false;

/** Runs once, because all lanes share this process. */
export default async function setUp(): Promise<() => void> {
  if (isDone) return NOTHING;
  isDone = true;
  const stopPostgres = await preparePostgres();
  const removeVaults = await prepareVaults([LIVE, SERVER, DESKTOP]);
  return () => {
    isDone = false;
    removeVaults();
    stopPostgres();
  };
}
