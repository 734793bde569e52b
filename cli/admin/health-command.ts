/** `srvault health`: whether the server of a folder answers; no passphrase. For supervisors and containers. */
import type { Command } from 'commander';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { dataDirLayout } from '#server/config/data-dir.ts';
import { readRunFile } from '#server/config/run-file.ts';
import { addDataOption } from './admin-options.ts';
import { connectServedVault } from './vault/vault-served.ts';

export function addHealthCommand(program: Command, context: CliContext): void {
  addDataOption(program.command('health'))
    .description('ask the server of a folder whether it answers; no passphrase')
    .option('--json', 'print exactly one JSON document')
    .action(async (options: OutputOptions & { data: string }) => {
      const { runFile, pki } = dataDirLayout(options.data);
      const running = readRunFile(runFile);
      if (running === undefined) throw new APIConnectionError('Nobody serves this folder.', { unsent: true });
      const vault = connectServedVault(running.url, pki, context.signal);
      try {
        await vault.probe();
        printResult(context, options, { answers: true, url: running.url }, ({ url }) => `answers at ${url}`);
      } finally {
        await vault.close();
      }
    });
}
