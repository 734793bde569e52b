/** `srvault credential create|list|revoke`. Source: choices, "Command line `srvault`". */

import { type Command, Option } from 'commander';
import { ROLES, type Role } from '#contract/access/roles.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { type CliContext, printResult, warn } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { readPassphrase } from '../terminal/passphrase.ts';
import { formatTable, printable } from '../terminal/table.ts';
import { type AdminOptions, addAdminOptions } from './admin-options.ts';
import { type AdminSession, withAdminSession } from './admin-vault.ts';
import { makeFolder, writeCredentialFolder } from './write-credential-folder.ts';

interface CreateOptions extends AdminOptions {
  readonly name: string;
  readonly group: string[];
  readonly role: Role;
  readonly expiresDays?: string;
  readonly out: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function addCredentialCommands(program: Command, context: CliContext): void {
  const group = program.command('credential').description('credentials for programs');
  addAdminOptions(group.command('create'))
    .description('issue a certificate and a token into a new folder')
    .requiredOption('--name <name>', 'what the credential is for')
    .requiredOption('--group <id...>', 'security group it may reach')
    .addOption(new Option('--role <role>', 'its role there').choices([...ROLES]).makeOptionMandatory())
    .option('--expires-days <days>', 'days until it ends')
    .requiredOption('--out <dir>', 'folder to write; must not hold a credential yet')
    .action((options: CreateOptions) => create(context, options));
  addAdminOptions(group.command('list'))
    .description('list the credentials')
    .action(async (options: AdminOptions) => {
      const items = await unlocked(context, options, (session) => session.listCredentials());
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['credential_id', 'name', 'client_cn', 'state'],
          items.map((item) => [
            item.credential_id,
            printable(item.name),
            printable(item.client_cn),
            item.revoked_at === null ? (item.expires_at ?? 'valid') : 'revoked',
          ]),
        ),
      );
    });
  addAdminOptions(group.command('revoke <credential_id>'))
    .description('end a credential at once: certificate, token, sessions')
    .action(async (credentialId: string, options: AdminOptions) => {
      printResult(
        context,
        options,
        await unlocked(context, options, (session) => session.revokeCredential(credentialId)),
      );
    });
}

async function create(context: CliContext, options: CreateOptions): Promise<void> {
  const expires_at = expiryOf(options.expiresDays);
  for (const id of options.group) if (!isUuidV7(id)) throw new UsageError(`«${id}» is no group id.`);
  const removeFolder = makeFolder(options.out);
  const groups = options.group.map((security_group_id) => ({ security_group_id, role: options.role }));
  const created = await unlocked(context, options, (session) =>
    session.createCredential({ name: options.name, groups, expires_at }),
  ).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  writeCredentialFolder(options.out, created);
  const { credential_id, principal_id, client_cn } = created;
  printResult(context, options, { credential_id, principal_id, client_cn, out: options.out });
  warn(context, `the folder ${options.out} opens the vault: keep it private`);
}

async function unlocked<T>(
  context: CliContext,
  options: AdminOptions,
  work: (session: AdminSession) => Promise<T>,
): Promise<T> {
  const passphrase = await readPassphrase(context, options);
  const who = options.as === undefined ? {} : { principal_id: options.as };
  return withAdminSession(options.data, context.signal, { passphrase, ...who }, work);
}

function expiryOf(days: string | undefined): string | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new UsageError('--expires-days takes a whole number from 1.');
  return new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}
