/** `srvault metrics`: prints the metrics of a running server for collectors that read files. Needs no passphrase. */
import { type Command, Option } from 'commander';
import { type CliContext, type OutputOptions, printResult, warn } from '#cli/context.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { addDataOption } from './admin-options.ts';
import { connectServedVault } from './vault/served-vault.ts';

export function addMetricsCommand(program: Command, context: CliContext): void {
  addDataOption(program.command('metrics'))
    .description('print the figures of a served vault in the text format of Prometheus; no passphrase')
    .option('--json', 'print exactly one JSON document')
    .addOption(new Option('--passphrase-file <file>', 'no longer needed').hideHelp())
    .action(async (options: OutputOptions & { data: string; passphraseFile?: string }) => {
      if (options.passphraseFile !== undefined)
        warn(
          context,
          'metrics no longer needs a passphrase. Leave out --passphrase-file and delete the file.',
        );
      const { runFile, pki } = dataDirLayout(options.data);
      const running = readRunFile(runFile);
      if (running === undefined)
        throw new APIConnectionError('No server runs for this folder. Start «srvault serve».', {
          unsent: true,
        });
      const vault = connectServedVault(running.url, pki, context.signal);
      try {
        const metrics = await vault.client.vault.figures({ signal: context.signal });
        printResult(context, options, { metrics }, () => metrics.trimEnd());
      } finally {
        await vault.close();
      }
    });
}
