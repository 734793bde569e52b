/** `srvault groups list|create|members|add|remove`. */
import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import { ROLES, type Role } from '#contract/access/roles.ts';

export function addGroupsCommands(program: Command, context: CliContext): void {
  const group = program.command('groups').description('security groups and their members');
  addAdminOptions(group.command('list'))
    .description('list the groups')
    .action(async (options: AdminOptions) => {
      const items = await withAdministrator(context, options, (client) =>
        collect(client.groups.list(context)),
      );
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['security_group_id', 'name', 'members', 'your role'],
          items.map((item) => [
            item.security_group_id,
            printable(item.name),
            String(item.member_count),
            item.role ?? '',
          ]),
        ),
      );
    });
  addAdminOptions(group.command('create <name>'))
    .description('make a group; you are its first owner')
    .action(async (name: string, options: AdminOptions) => {
      const made = await withAdministrator(context, options, (client) =>
        client.groups.create({ name }, context),
      );
      printResult(
        context,
        options,
        made,
        ({ security_group_id }) =>
          `Made the group «${printable(name)}»; you are its owner\n${security_group_id}`,
      );
    });
  addMemberCommands(group, context);
}

function addMemberCommands(group: Command, context: CliContext): void {
  addAdminOptions(group.command('members <group_id>'))
    .description('list the members of a group')
    .action(async (groupId: string, options: AdminOptions) => {
      const items = await withAdministrator(context, options, (client) =>
        collect(client.groups.members(groupId, context)),
      );
      printResult(context, options, { items, next_cursor: null }, () =>
        formatTable(
          ['principal_id', 'name', 'kind', 'role'],
          items.map((item) => [item.principal_id, printable(item.display_name), item.kind, item.role]),
        ),
      );
    });
  addAdminOptions(group.command('add <group_id> <principal_id>'))
    .description('add a member, or change the role of one')
    .addOption(new Option('--role <role>', 'role there').choices([...ROLES]).makeOptionMandatory())
    .action(async (groupId: string, principalId: string, options: AdminOptions & { role: Role }) => {
      const { role } = options;
      const member = await withAdministrator(context, options, (client) =>
        client.groups.putMember(groupId, principalId, { role }, context),
      );
      printResult(
        context,
        options,
        member,
        ({ display_name, role: given }) => `${printable(display_name)} is ${given} in ${groupId}.`,
      );
    });
  addAdminOptions(group.command('remove <group_id> <principal_id>'))
    .description('remove a member; the group gets a new key')
    .action(async (groupId: string, principalId: string, options: AdminOptions) => {
      const left = await withAdministrator(context, options, (client) =>
        client.groups.removeMember(groupId, principalId, context),
      );
      printResult(
        context,
        options,
        left,
        () => `${principalId} is no longer a member of ${groupId}. The group has a new key.`,
      );
    });
}
