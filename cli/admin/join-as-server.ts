/**
 * `srvault join --store`: makes this computer another server of a vault on PostgreSQL. Its folder contains only
 * caches and its own certificates, which an administrator's passphrase issues.
 */
import { resolve } from 'node:path';
import { type CliContext, type OutputOptions, printResult, warn } from '#cli/context.ts';
import { type PassphraseOptions, readPassphrase } from '#cli/terminal/passphrase.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { principalOption } from './admin-options.ts';
import { assertNotJoined, assertNoVault } from './vault/existing-vault.ts';
import { openVaultInProcess } from './vault/in-process-vault.ts';

interface NodeOptions {
  readonly data: string;
  readonly store: string;
  readonly blobs?: string | undefined;
  readonly host?: string[];
  readonly as?: string | undefined;
}

export interface JoinAsServerOptions extends NodeOptions, OutputOptions, PassphraseOptions {}

/**
 * Creates the server's own files in the folder.
 * @returns the workspace. @throws credential_rejected; permission_denied if the passphrase is not an administrator's
 */
export async function createServerFiles(
  context: CliContext,
  { data, store, blobs, host = [], as }: NodeOptions,
  passphrase: string,
): Promise<string> {
  const { client, close } = await openVaultInProcess(data, { store, blobs, hosts: host, joins: true });
  try {
    const { session } = await client.session.open(
      { passphrase, ...principalOption(as === undefined ? {} : { as }) },
      context,
    );
    await client.session.lock({}, context);
    if (!session.principal.is_admin)
      throw new VaultError(
        'permission_denied',
        'Only an administrator can join a server. Use the passphrase of one.',
      );
    return session.workspace_id;
  } finally {
    await close();
  }
}

export async function joinAsServer(context: CliContext, options: JoinAsServerOptions): Promise<void> {
  const { data, blobs } = options;
  assertNotJoined(data);
  await assertNoVault(data);
  const workspace_id = await createServerFiles(context, options, await readPassphrase(context, options));
  printResult(
    context,
    options,
    { workspace_id, data_dir: resolve(data) },
    ({ data_dir }) => `${data_dir} is one more server of the vault; start it with srvault serve --data.`,
  );
  if (blobs === undefined)
    warn(
      context,
      'files uploaded at one server are not at the others: use --blobs, the same for all, to share them',
    );
}
