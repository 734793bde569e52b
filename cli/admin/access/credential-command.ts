/** `srvault credential create|list|renew|revoke`. Source: choices, "Command line `srvault`". */

import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions, addStoreOption } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { parseAddressOptions, parseId } from '#cli/options/parse-options.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import { type GroupRole, ROLES, type Role } from '#contract/access/roles.ts';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { credentialState } from './credential-state.ts';
import { addRenewCommand } from './renew-command.ts';
import { makeFolder, writeCredentialFolder } from './write-credential-folder.ts';

interface CreateOptions extends AdminOptions {
  readonly name: string;
  readonly group?: string[];
  readonly role?: Role;
  readonly workstation?: boolean;
  readonly address?: string[];
  readonly expiresDays?: string;
  readonly out: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function addCredentialCommands(program: Command, context: CliContext): void {
  const group = program.command('credential').description('credentials for programs');
  addStoreOption(addAdminOptions(group.command('create')))
    .description('issue a certificate and a token into a new folder')
    .requiredOption('--name <name>', 'what the credential is for')
    .option('--group <id...>', 'security group it may reach')
    .addOption(new Option('--role <role>', 'its role there').choices([...ROLES]))
    .option('--workstation', 'for a computer whose persons bring their own keys: no group, no role')
    .option('--address <url...>', 'where the vault answers clients, most wanted first')
    .option('--expires-days <days>', 'days until it ends')
    .requiredOption('--out <dir>', 'folder to write; must not have a credential yet')
    .action((options: CreateOptions) => create(context, options));
  addStoreOption(addAdminOptions(group.command('list')))
    .description('list the credentials')
    .action(async (options: AdminOptions) => {
      const { items, principals } = await withAdministrator(context, options, async (client) => ({
        items: await collect(client.credentials.list(context)),
        principals: await collect(client.principals.list(context)),
      }));
      const makers = new Map(principals.map((each) => [each.principal_id, each.display_name]));
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['credential_id', 'name', 'client_cn', 'state', 'made by'],
          items.map((item) => [
            item.credential_id,
            printable(item.name),
            printable(item.client_cn),
            credentialState(item, Date.now()),
            printable(makers.get(item.created_by) ?? item.created_by),
          ]),
        ),
      );
    });
  addRenewCommand(group, context);
  addStoreOption(addAdminOptions(group.command('revoke <credential_id>')))
    .description('end a credential at once: certificate, token, sessions; its groups get new keys')
    .action(async (credentialId: string, options: AdminOptions) => {
      const revoked = await withAdministrator(context, options, (client) =>
        client.credentials.revoke(credentialId, context),
      );
      printResult(
        context,
        options,
        revoked,
        ({ name, client_cn }) =>
          `The credential «${printable(name)}» (${printable(client_cn)}) was revoked and no longer opens the vault.`,
      );
    });
}

async function create(context: CliContext, options: CreateOptions): Promise<void> {
  const expires_at = expiryOf(options.expiresDays);
  const groups = groupsOf(options);
  const addresses = parseAddressOptions(options.address ?? []);
  const removeFolder = makeFolder(options.out);
  const created = await withAdministrator(context, options, (client) =>
    client.credentials.create({ name: options.name, groups, expires_at }, context),
  ).catch((error: unknown) => {
    removeFolder();
    throw error;
  });
  writeCredentialFolder(options.out, created, addresses);
  const { credential_id, principal_id, client_cn } = created;
  printResult(context, options, { credential_id, principal_id, client_cn, out: options.out }, () =>
    [
      `Issued «${printable(options.name)}» into ${options.out}: use it with --profile ${options.out}`,
      `credential ${credential_id}, principal ${principal_id}, certificate ${printable(client_cn)}`,
    ].join('\n'),
  );
  warn(
    context,
    groups.length === 0
      ? `the folder ${options.out} lets a computer reach the vault, but does not open it: keep it private`
      : `the folder ${options.out} opens the vault: keep it private`,
  );
}

/** Parses the groups and roles of the new credential. @throws UsageError */
function groupsOf({ group = [], role, workstation = false }: CreateOptions): GroupRole[] {
  if (workstation) {
    if (group.length === 0 && role === undefined) return [];
    throw new UsageError('A workstation has no group of its own. Leave out --group and --role.');
  }
  if (group.length === 0 || role === undefined)
    throw new UsageError('Give --group and --role, or --workstation.');
  return group.map((id) => ({ security_group_id: parseId(parseSecurityGroupId, id, 'group'), role }));
}

function expiryOf(days: string | undefined): string | null {
  if (days === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new UsageError('--expires-days: give a whole number from 1.');
  return new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}
