/** `srvault persons list|invite|accept|disable`, `srvault sessions list|end`. */
import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { withAdminClient } from '#cli/admin/vault/admin-vault.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { withHiddenInput } from '#cli/terminal/hidden-prompt.ts';
import { readNewPassphrase, readSecret } from '#cli/terminal/passphrase.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import { ROLES, type Role } from '#contract/access/roles.ts';
import { addDisableCommand } from './disable-command.ts';

interface InviteOptions extends AdminOptions {
  readonly name: string;
  readonly admin?: boolean;
  readonly group?: string[];
  readonly role: Role;
}

interface AcceptOptions extends AdminOptions {
  readonly inviteFile?: string;
  readonly newPassphraseFile?: string;
}

export function addPersonsCommands(program: Command, context: CliContext): void {
  const group = program.command('persons').description('persons and programs that may open the vault');
  addListCommand(group, context);
  addAdminOptions(group.command('invite'))
    .description('invite a person; prints the invite code once, for 7 days')
    .requiredOption('--name <name>', 'name of the person')
    .option('--admin', 'as an administrator')
    .option('--group <id...>', 'security group to be a member of')
    .addOption(new Option('--role <role>', 'role there').choices([...ROLES]).default('viewer'))
    .action(async (options: InviteOptions) => {
      const groups = (options.group ?? []).map((id) => ({ security_group_id: id, role: options.role }));
      const body = { display_name: options.name, is_admin: options.admin === true, groups };
      const invited = await withAdministrator(context, options, async (client) => {
        const { founder_key } = await client.vault.get(context);
        return { ...(await client.principals.invite(body, context)), founder_key };
      });
      printResult(context, options, invited, ({ principal_id, invite_code, expires_at, founder_key }) =>
        [
          `Invited ${printable(options.name)} (${principal_id}), until ${expires_at}; the founder’s key is ${founder_key ?? 'not known'}.`,
          `Invite code, shown only now: ${invite_code}`,
        ].join('\n'),
      );
      warn(context, 'give the invite code to this person alone; it is never shown again');
    });
  addAcceptCommand(group, context);
  addDisableCommand(group, context);
}

function addListCommand(group: Command, context: CliContext): void {
  addAdminOptions(group.command('list'))
    .description('list persons and programs')
    .action(async (options: AdminOptions) => {
      const items = await withAdministrator(context, options, (client) =>
        collect(client.principals.list(context)),
      );
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['principal_id', 'name', 'kind', 'state', 'groups'],
          items.map((item) => [
            item.principal_id,
            printable(item.display_name),
            item.is_admin ? 'administrator' : item.kind,
            item.state,
            String(item.groups.length),
          ]),
        ),
      );
    });
}

function addAcceptCommand(group: Command, context: CliContext): void {
  addAdminOptions(group.command('accept'))
    .description('accept an invite and set a passphrase; prints the recovery key once')
    .option('--invite-file <file>', 'file with the invite code (or SRVAULT_INVITE, or a prompt)')
    .option(
      '--new-passphrase-file <file>',
      'file with the passphrase (or SRVAULT_NEW_PASSPHRASE, or a prompt)',
    )
    .action(async (options: AcceptOptions) => {
      const body = await withHiddenInput(context, async () => ({
        invite_code: await readSecret(context, {
          name: 'invite code',
          file: options.inviteFile,
          option: '--invite-file',
          variable: 'SRVAULT_INVITE',
        }),
        new_passphrase: await readNewPassphrase(context, options),
      }));
      const accepted = await withAdminClient(
        options.data,
        context.signal,
        body,
        async (_client, { session, recovery_key }) => ({
          principal_id: session.principal.principal_id,
          recovery_key: recovery_key ?? null,
        }),
      );
      printResult(context, options, accepted, ({ principal_id, recovery_key }) =>
        [
          `The invite is accepted: you are ${principal_id}.`,
          ...(recovery_key === null ? [] : [`Recovery key, shown only now: ${recovery_key}`]),
        ].join('\n'),
      );
      warn(context, 'write the recovery key down now; it is never shown again');
    });
}

export function addSessionsCommands(program: Command, context: CliContext): void {
  const group = program.command('sessions').description('open sessions of a served vault');
  addAdminOptions(group.command('list'))
    .description('list who is in')
    .action(async (options: AdminOptions) => {
      const items = await withAdministrator(context, options, (client) =>
        collect(client.session.list(context)),
      );
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['session_id', 'name', 'client_cn', 'state', 'until'],
          items.map((item) => [
            item.session_id,
            printable(item.display_name),
            printable(item.client_cn),
            item.state,
            item.idle_expires_at,
          ]),
        ),
      );
    });
  addAdminOptions(group.command('end <session_id>'))
    .description('end a session at once')
    .action(async (sessionId: string, options: AdminOptions) => {
      const ended = await withAdministrator(context, options, (client) =>
        client.session.end(sessionId, context),
      );
      printResult(context, options, ended, () => `Session ${printable(sessionId)} has ended.`);
    });
}
