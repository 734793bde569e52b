/**
 * `srvault patients erase ID`: removes a person from the vault permanently. Needs an owner's credential folder, or a
 * person's passphrase on the vault's own computer.
 */
import { rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import type { ErasureFile, ErasurePlan } from '#contract/documents/erasure.ts';
import type { VaultClient } from '#sdk/client.ts';
import { erasureFileText } from '#sdk/verify.ts';

interface EraseOptions extends ProfileOptions {
  readonly data?: string;
  readonly as?: string;
  readonly passphraseFile?: string;
  readonly reason?: string;
  readonly dryRun?: boolean;
  readonly out?: string;
}

export function addEraseCommand(group: Command, context: CliContext): void {
  addProfileOptions(group.command('erase <id>'))
    .description('erase a person for good: record, exams, files, drafts, inbox, outbox; owners')
    .option('--data <dir>', 'data folder of the vault, with a passphrase instead of a credential folder')
    .option('--passphrase-file <file>', 'with --data: file with the passphrase')
    .option('--as <principal_id>', 'with --data: who unlocks, where there are several persons')
    .option('--dry-run', 'only show what would be erased, and what would still have some of it')
    .option('--reason <text>', 'reason, recorded in the signed statement')
    .option('--out <file>', 'new file for the signed statement')
    .action(async (id: string, options: EraseOptions) => {
      if (options.dryRun) {
        const plan = await withOwner(context, options, (client) => client.patients.erasure(id, context));
        return printResult(context, options, plan, (found) => linesOf(found, 'would be erased').join('\n'));
      }
      const { reason, out } = options;
      if (!reason)
        throw new UsageError('Give a reason with --reason: it is recorded in the signed statement.');
      if (out === undefined && !options.json)
        throw new UsageError('Name a file for the signed statement with --out.');
      const claimed = out === undefined ? undefined : claim(out);
      const eraseOrForget = async (): Promise<ErasureFile> => {
        try {
          return await withOwner(context, options, (client) =>
            client.patients.erase(id, { reason }, context),
          );
        } catch (error) {
          claimed?.giveUp();
          throw error;
        }
      };
      const file = await eraseOrForget();
      claimed?.write(file);
      printResult(context, options, file, ({ statement }) =>
        [...linesOf(statement, 'erased'), `The signed statement is in ${out}.`].join('\n'),
      );
    });
}

async function withOwner<T>(
  context: CliContext,
  options: EraseOptions,
  work: (client: VaultClient) => Promise<T>,
): Promise<T> {
  const { data, as, passphraseFile } = options;
  if (data === undefined) return withClient(context, options, ({ client }) => work(client));
  const { withAdministrator } = await import('#cli/admin/vault/with-admin-client.ts');
  const who = {
    data,
    ...(as === undefined ? {} : { as }),
    ...(passphraseFile === undefined ? {} : { passphraseFile }),
  };
  return withAdministrator(context, who, work);
}

/** Opens the statement's file before erasing, because a write error afterwards would be too late. */
function claim(path: string): {
  readonly write: (file: ErasureFile) => void;
  readonly giveUp: () => void;
} {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch {
    throw new UsageError(`${path} cannot be created. Name a new file in an existing folder.`);
  }
  return {
    write: (file) => writeFileSync(path, erasureFileText(file)),
    giveUp: () => rmSync(path),
  };
}

function linesOf(found: ErasurePlan, verb: string): string[] {
  const { exams, files, received, messages, versions, drafts, left, still_held } = found;
  const { snapshots, copies } = still_held;
  return [
    `1 patient and ${exams.length} exams in ${versions} versions, ${drafts} drafts, ${files.length} files and folders, ${received.length} received objects, ${messages.length} messages ${verb}.`,
    ...left.map(({ kind, id, why }) => `! left: ${kind} ${id} (${why})`),
    snapshots === null
      ? '! No folder for backups is chosen: backups made by command are not known here.'
      : `${snapshots.length} backups still hold some of it${snapshots.length > 0 ? `: ${snapshots.join(', ')}` : ''}.`,
    ...copies.map(
      ({ client_cn, last_asked_at }) =>
        `Travelling copy ${client_cn ?? 'of unknown name'} lets go at its next exchange (last asked ${last_asked_at.slice(0, 10)}).`,
    ),
  ];
}

/** `srvault verify-erasure FILE`: verifies the signed statement without a vault. */
export function addVerifyErasureCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  program
    .command('verify-erasure <file>')
    .description('check the signed statement of an erasure, without the vault')
    .option('--json', 'print exactly one JSON document')
    .action(async (path: string, options: { json?: boolean }) => {
      const [{ readFile }, { checkErasure }] = await Promise.all([
        import('node:fs/promises'),
        import('#sdk/verify.ts'),
      ]);
      const text = await readFile(path, 'utf8');
      const checked = readable(() => checkErasure(text));
      const holds = checked !== undefined && Object.values(checked.checks).every(Boolean);
      const result = { holds, statement: checked?.statement ?? null, checks: checked?.checks ?? null };
      printResult(context, options, result, ({ statement }) =>
        !holds || statement === null
          ? '! This statement is not valid: it was changed, or its signer does not belong to a vault. Ask for the original.'
          : `Signed by ${statement.signer_name}, owner in «${statement.workspace_name}», ${statement.erased_at}: patient ${statement.patient_id}, ${statement.exams.length} exams, ${statement.files.length} files.`,
      );
      if (!holds) setExitCode(EXIT.protocol);
    });
}

/** Returns undefined if the bytes are not a statement of erasure. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && error.name === 'CryptoError') return undefined;
    throw error;
  }
}
