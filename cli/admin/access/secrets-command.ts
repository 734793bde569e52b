/** `srvault passphrase change`, `srvault recovery-key renew`: the secrets of the person who runs the command. */
import type { Command } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { withAdminClient } from '#cli/admin/vault/admin-vault.ts';
import { asAdministrator } from '#cli/admin/vault/as-administrator.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { readNewPassphrase, readSecret } from '#cli/terminal/passphrase.ts';
import { recoveryBodyOf } from '#contract/access/recovery-text.ts';

interface ChangeOptions extends AdminOptions {
  readonly newPassphraseFile?: string;
  readonly recoveryKeyFile?: string;
}

export function addSecretsCommands(program: Command, context: CliContext): void {
  const passphrase = program.command('passphrase').description('the passphrase of a person');
  addAdminOptions(passphrase.command('change'))
    .description('set a new passphrase, by the old one or by the recovery key')
    .option('--new-passphrase-file <file>', 'file with the new one (or SRVAULT_NEW_PASSPHRASE, or a prompt)')
    .option(
      '--recovery-key-file <file>',
      'open by recovery key, or by two shares on a line each: the old passphrase is not needed',
    )
    .action(async (options: ChangeOptions) => {
      const { session_id, principal } = await change(context, options);
      printResult(context, options, { changed: true, principal_id: principal.principal_id, session_id });
    });
  const recovery = program.command('recovery-key').description('the recovery key of a person');
  addAdminOptions(recovery.command('renew'))
    .description('make a new recovery key and print it once; the old one is void')
    .option('--shares', 'three shares instead, of which any two open')
    .action(async (options: AdminOptions & { readonly shares?: boolean }) => {
      const renewed = await asAdministrator(
        context,
        options,
        (client, current_passphrase): Promise<object> =>
          options.shares === true
            ? client.session.renewRecoveryShares({ current_passphrase }, context)
            : client.session.renewRecoveryKey({ current_passphrase }, context),
      );
      printResult(context, options, renewed);
      warn(context, 'write it down now; it is never shown again');
    });
}

async function change(context: CliContext, options: ChangeOptions) {
  if (options.recoveryKeyFile === undefined) {
    return asAdministrator(context, options, async (client, current_passphrase) => {
      const next = await readNewPassphrase(context, options);
      return client.session.setPassphrase({ passphrase: next, current_passphrase }, context);
    });
  }
  const recovery = await readSecret(context, {
    name: 'recovery key',
    file: options.recoveryKeyFile,
    option: '--recovery-key-file',
    variable: 'SRVAULT_RECOVERY_KEY',
  });
  const next = await readNewPassphrase(context, options);
  return withAdminClient(options.data, context.signal, recoveryBodyOf(recovery), (client) =>
    client.session.setPassphrase({ passphrase: next }, context),
  );
}
