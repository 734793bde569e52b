/** `srvault init`: creates a vault. Source: choices, "Command line `srvault`". */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CliContext, type OutputOptions, printResult, warn } from '#cli/context.ts';
import { type PassphraseOptions, readPassphrase } from '#cli/terminal/passphrase.ts';
import { printable } from '#cli/terminal/table.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import { addDataOption, addPlaceOptions, type PlaceOptions } from './admin-options.ts';
import { openAdminVault } from './vault/admin-vault.ts';
import { assertNotJoined, assertNoVault } from './vault/existing-vault.ts';

interface InitOptions extends OutputOptions, PassphraseOptions, PlaceOptions {
  readonly data: string;
  readonly workspace: string;
  readonly owner: string;
}

export function addInitCommand(program: Command, context: CliContext): void {
  addPlaceOptions(addDataOption(program.command('init')), context)
    .description('create a vault in a folder; prints its recovery key once')
    .requiredOption('--workspace <name>', 'name of the workspace')
    .requiredOption('--owner <name>', 'name of its first administrator')
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--json', 'print exactly one JSON document')
    .action(async (options: InitOptions) => {
      assertNotJoined(options.data);
      await assertNoVault(options.data);
      const passphrase = await readPassphrase(context, options, { confirm: true });
      const vault = await openAdminVault(options.data, context.signal, options);
      try {
        const body = { name: options.workspace, owner: { display_name: options.owner }, passphrase };
        const created = await vault.client.vault.init(body, context);
        printResult(context, options, { ...created, data_dir: resolve(options.data) }, inWords(options));
        warn(context, 'write the recovery key down now; it is never shown again');
      } finally {
        await vault.close();
      }
    });
}

/** Puts the value at the end of each line, so that it can be copied. */
function inWords({ workspace }: InitOptions) {
  return ({ data_dir, security_group_id, recovery_key }: VaultCreated & { readonly data_dir: string }) =>
    [
      `Made «${printable(workspace)}» in ${data_dir}; its first security group (--group) is ${security_group_id}`,
      `Recovery key, shown only now: ${recovery_key}`,
    ].join('\n');
}
