/** Runs an administrative command: reads the passphrase, unlocks a client, and locks everything again. */
import { type AdminOptions, principalOption } from '#cli/admin/admin-options.ts';
import type { CliContext } from '#cli/context.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import type { VaultClient } from '#sdk/client.ts';
import { withAdminClient } from './admin-vault.ts';
import { warnOfNewSecrets } from './warn-new-secrets.ts';

export async function withAdministrator<T>(
  context: CliContext,
  options: AdminOptions,
  work: (client: VaultClient, passphrase: string) => Promise<T>,
): Promise<T> {
  const passphrase = await readPassphrase(context, options);
  const body = { passphrase, ...principalOption(options) };
  return withAdminClient(options.data, context.signal, body, async (client, { session }) => {
    await warnOfNewSecrets(context, client, session);
    return work(client, passphrase);
  });
}
