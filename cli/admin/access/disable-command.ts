/** `srvault persons disable`: disables a person and reports the credentials that person issued. */
import type { Command } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { printable } from '#cli/terminal/table.ts';

interface DisableOptions extends AdminOptions {
  readonly keepCredentials?: boolean;
}

export function addDisableCommand(group: Command, context: CliContext): void {
  addAdminOptions(group.command('disable <principal_id>'))
    .description(
      'end the access of a person or program, the credentials and unused invites it issued; its groups get new keys',
    )
    .option('--keep-credentials', 'leave what that person issued as it is, and list it')
    .action(async (principalId: string, options: DisableOptions) => {
      const result = await withAdministrator(context, options, async (client) => {
        const wanted = options.keepCredentials === true ? 'keep' : 'end';
        const { issued, ...disabled } = await client.principals.disable(principalId, {
          signal: context.signal,
          issued: wanted,
        });
        const states = new Map(issued.map((each) => [each.principal_id, each.state]));
        const all = await collect(client.credentials.list(context));
        const issued_credentials = all.flatMap(({ credential_id, name, client_cn, principal_id }) => {
          const state = states.get(principal_id);
          if (state === undefined) return [];
          return [{ credential_id, name, client_cn, state: state === 'ended' ? 'revoked' : 'kept' }];
        });
        const issued_invites = issued
          .filter(({ kind }) => kind === 'person')
          .map(({ principal_id, display_name, state }) => ({ principal_id, display_name, state }));
        return { ...disabled, issued_credentials, issued_invites };
      });
      printResult(context, options, result, ({ display_name, issued_credentials, issued_invites }) => {
        const ended = [...issued_credentials, ...issued_invites].filter(
          ({ state }) => state === 'revoked' || state === 'ended',
        );
        return [
          `${printable(display_name)} can no longer open the vault. The groups have new keys.`,
          `${ended.length} credentials and invites issued by that person ended with it.`,
        ].join('\n');
      });
      for (const { credential_id, state } of result.issued_credentials)
        if (state === 'kept')
          warn(context, `credential ${credential_id}, issued by that person, still opens the vault`);
      for (const { principal_id, state } of result.issued_invites)
        if (state === 'kept')
          warn(context, `the invite of ${principal_id}, sent by that person, can still be used`);
    });
}
