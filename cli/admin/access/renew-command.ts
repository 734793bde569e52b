/**
 * `srvault credential renew`: writes a new certificate into a credential folder, requested by the credential itself
 * or by an administrator.
 */
import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions, addStoreOption } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { profileFolder, withClient } from '#cli/profile.ts';
import { printable } from '#cli/terminal/table.ts';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { CREDENTIAL_FILES, readCredentialId } from '#sdk/node/credential-folder.ts';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';

interface RenewOptions extends AdminOptions {
  readonly profile?: string;
  readonly url?: string;
  readonly out?: string;
}

export function addRenewCommand(group: Command, context: CliContext): void {
  addStoreOption(addAdminOptions(group.command('renew')))
    .description('put a new certificate into a credential folder; the token stays')
    .addOption(
      new Option('--profile <dir>', 'the credential renews itself (or SRVAULT_PROFILE)').conflicts('out'),
    )
    .option('--url <url>', 'with --profile: address of the vault')
    .option('--out <dir>', 'an administrator renews the credential of this folder, ended or not')
    .action(async (options: RenewOptions) => {
      const { folder, renewed } =
        options.out === undefined
          ? await byItself(context, options)
          : await byAdministrator(context, options, options.out);
      renewCredentialFolder(folder, renewed);
      const { credential_id, client_cn, expires_at } = renewed;
      const told = { credential_id, client_cn, certificate_expires_at: expires_at, out: folder };
      printResult(
        context,
        options,
        told,
        () => `The certificate in ${folder} (${printable(client_cn)}) was renewed, until ${expires_at}.`,
      );
    });
}

interface Renewal {
  readonly folder: string;
  readonly renewed: CredentialRenewed;
}

async function byItself(context: CliContext, options: RenewOptions): Promise<Renewal> {
  const folder = profileFolder(context, options);
  const id = credentialIdOf(folder);
  const renewed = await withClient(context, options, ({ client }) => client.credentials.renew(id, context), {
    renews: false,
  });
  return { folder, renewed };
}

async function byAdministrator(context: CliContext, options: RenewOptions, folder: string): Promise<Renewal> {
  const id = credentialIdOf(folder);
  const renewed = await withAdministrator(context, options, (client) =>
    client.credentials.renew(id, context),
  );
  return { folder, renewed };
}

function credentialIdOf(folder: string): string {
  try {
    return readCredentialId(folder);
  } catch {
    throw new UsageError(`${folder} is not a credential folder: ${CREDENTIAL_FILES.about} cannot be read.`);
  }
}
