/**
 * `srvault passphrase change`, `srvault recovery-key renew`: changes the secrets of the person who runs the command.
 */
import type { Command } from 'commander';
import { type AdminOptions, addAdminOptions, principalOption } from '#cli/admin/admin-options.ts';
import { withAdminClient } from '#cli/admin/vault/admin-vault.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { withHiddenInput } from '#cli/terminal/hidden-prompt.ts';
import { readNewPassphrase, readPassphrase, readSecret } from '#cli/terminal/passphrase.ts';
import { printable } from '#cli/terminal/table.ts';
import { recoveryBodyOf } from '#contract/access/recovery-text.ts';
import type { RecoveryShares } from '#contract/access/session.ts';

type Renewed = RecoveryShares | { readonly recovery_key: string };

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
      printResult(
        context,
        options,
        { changed: true, principal_id: principal.principal_id, session_id },
        () =>
          `The passphrase of ${printable(principal.display_name)} was changed; the old one opens nothing.`,
      );
    });
  const recovery = program.command('recovery-key').description('the recovery key of a person');
  addAdminOptions(recovery.command('renew'))
    .description('make a new recovery key and print it once; the old one is void')
    .option('--shares', 'three shares instead, of which any two open')
    .action(async (options: AdminOptions & { readonly shares?: boolean }) => {
      const renewed = await withAdministrator(
        context,
        options,
        (client, current_passphrase): Promise<Renewed> =>
          options.shares === true
            ? client.session.renewRecoveryShares({ current_passphrase }, context)
            : client.session.renewRecoveryKey({ current_passphrase }, context),
      );
      printResult(context, options, renewed, (made) =>
        'recovery_key' in made
          ? `Recovery key, shown only now: ${made.recovery_key}`
          : [
              `Recovery shares, shown only now; any ${made.threshold} of them open:`,
              ...made.recovery_shares,
            ].join('\n'),
      );
      warn(context, 'write it down now; it is never shown again');
    });
}

/** Ask for everything first, because typing during the work would be visible. */
async function change(context: CliContext, options: ChangeOptions) {
  const byRecovery = options.recoveryKeyFile !== undefined;
  const { opens, next } = await withHiddenInput(context, async () => ({
    opens: byRecovery ? await readRecoveryKey(context, options) : await readPassphrase(context, options),
    next: await readNewPassphrase(context, options),
  }));
  const body = byRecovery ? recoveryBodyOf(opens) : { passphrase: opens, ...principalOption(options) };
  const current = byRecovery ? {} : { current_passphrase: opens };
  return withAdminClient(options.data, context.signal, body, (client) =>
    client.session.setPassphrase({ passphrase: next, ...current }, context),
  );
}

function readRecoveryKey(context: CliContext, { recoveryKeyFile }: ChangeOptions): Promise<string> {
  return readSecret(context, {
    name: 'recovery key',
    file: recoveryKeyFile,
    option: '--recovery-key-file',
    variable: 'SRVAULT_RECOVERY_KEY',
  });
}
