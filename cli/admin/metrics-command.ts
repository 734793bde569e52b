/** `srvault metrics`: the figures of a running server, for a collector that reads files. */
import type { Command } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { type AdminOptions, addAdminOptions } from './admin-options.ts';
import { asAdministrator } from './vault/as-administrator.ts';

export function addMetricsCommand(program: Command, context: CliContext): void {
  addAdminOptions(program.command('metrics'))
    .description('print the figures of a served vault in the text format of Prometheus')
    .action(async (options: AdminOptions) => {
      const metrics = await asAdministrator(context, options, (client) => client.vault.metrics(context));
      printResult(context, options, { metrics }, () => metrics.trimEnd());
    });
}
