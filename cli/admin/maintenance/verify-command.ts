/** `srvault verify`: opens every envelope of a folder, served or not, and lists those that fail. */
import type { Command } from 'commander';
import {
  type AdminOptions,
  addAdminOptions,
  addStoreOption,
  principalOption,
} from '#cli/admin/admin-options.ts';
import { assertVault, hasLostDatabase } from '#cli/admin/vault/existing-vault.ts';
import type { CliContext } from '#cli/context.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { printFindings, type SetExitCode } from './print-findings.ts';

export function addVerifyCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addStoreOption(addAdminOptions(program.command('verify')))
    .description('open every record and file of a folder, served or not; name what does not open')
    .action(async (options: AdminOptions) => {
      if (!hasLostDatabase(options.data)) assertVault(options.data);
      const passphrase = await readPassphrase(context, options);
      // Imported here, so that other commands start without loading the server.
      const { verifyFolder } = await import('#server/integrity/verify/verify-folder.ts');
      const { readEnvironment } = await import('#server/system/config/env.ts');
      const bar = createProgressBar(context, 'Verifying', 'steps');
      const verified = await verifyFolder({
        dataDir: options.data,
        stateDir: readEnvironment().stateDir,
        opening: { passphrase, ...principalOption(options) },
        onProgress: bar.update,
        signal: context.signal,
      }).finally(bar.clear);
      const { documents, versions, files, received, messages, bytes } = verified.checked;
      const lines = [
        `${documents} documents with ${versions} versions, ${files} files, ${received} received objects that wait and ${messages} messages of the outbox were looked at; ${bytes} bytes of files opened.`,
      ];
      if (verified.unopened > 0)
        lines.push(`${verified.unopened} belong to groups this person has no key of and were not opened.`);
      printFindings(context, setExitCode, options, verified, lines);
    });
}
