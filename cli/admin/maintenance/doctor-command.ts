/** `srvault doctor`: checks a data folder as far as possible without a passphrase. */
import type { Command } from 'commander';
import { addDataOption, addStoreOption } from '#cli/admin/admin-options.ts';
import { assertVault, hasLostDatabase } from '#cli/admin/vault/existing-vault.ts';
import type { CliContext, OutputOptions } from '#cli/context.ts';
import { printFindings, type SetExitCode } from './print-findings.ts';

interface DoctorOptions extends OutputOptions {
  readonly data: string;
}

const NAME_CHARS = 14;

export function addDoctorCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addStoreOption(addDataOption(program.command('doctor')))
    .description('check a folder, served or not, without a passphrase')
    .option('--json', 'print exactly one JSON document')
    .action(async (options: DoctorOptions) => {
      if (!hasLostDatabase(options.data)) assertVault(options.data);
      // Imported here, so that other commands start without loading the server.
      const { examineVault } = await import('#server/integrity/doctor/examine-vault.ts');
      const { readEnvironment } = await import('#server/system/config/env.ts');
      const { stateDir } = readEnvironment();
      const { checks, ...report } = await examineVault({
        ...{ dataDir: options.data, stateDir, nowMs: Date.now() },
      });
      const lines = checks.map(
        ({ name, what, findings }) =>
          `${findings.length === 0 ? 'ok' : '! '}  ${name.padEnd(NAME_CHARS)}${what}`,
      );
      const facts = checks.map(({ name, what }) => ({ name, what }));
      printFindings(
        context,
        setExitCode,
        options,
        { findings: report.findings, is_served: report.is_served, checks: facts },
        lines,
      );
    });
}
