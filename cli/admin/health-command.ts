/**
 * `srvault health`: checks that the server of a folder responds, without a passphrase. For supervisors and
 * containers.
 */
import type { Command } from 'commander';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { addDataOption } from './admin-options.ts';
import { connectServedVault } from './vault/served-vault.ts';

export function addHealthCommand(program: Command, context: CliContext): void {
  addDataOption(program.command('health'))
    .description('ask the server of a folder whether it answers; no passphrase')
    .option('--ready', 'also fail where the folder has no vault, as on a disk that is not mounted')
    .option('--json', 'print exactly one JSON document')
    .action(async (options: OutputOptions & { data: string; ready?: boolean }) => {
      const { runFile, pki } = dataDirLayout(options.data);
      const running = readRunFile(runFile);
      if (running === undefined)
        throw new APIConnectionError('No server runs for this folder. Start «srvault serve».', {
          unsent: true,
        });
      const vault = connectServedVault(running.url, pki, context.signal);
      try {
        const { state } = await vault.client.vault.get({ signal: context.signal, maxRetries: 0 });
        if (options.ready === true && state !== 'ready')
          throw new VaultError(
            'not_initialized',
            'The server answers, but its folder has no vault. Check that the disk of the vault is mounted.',
          );
        printResult(context, options, { answers: true, url: running.url, state }, ({ url }) =>
          state === 'ready'
            ? `answers at ${url}`
            : `answers at ${url}; no vault has been made in its folder yet`,
        );
      } finally {
        await vault.close();
      }
    });
}
