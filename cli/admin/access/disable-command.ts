/** `srvault persons disable`: who leaves, and the credentials that person issued. */
import type { Command } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { asAdministrator } from '#cli/admin/vault/as-administrator.ts';
import { collect } from '#cli/collect.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { isOpen } from './credential-state.ts';

interface DisableOptions extends AdminOptions {
  readonly keepCredentials?: boolean;
}

export function addDisableCommand(group: Command, context: CliContext): void {
  addAdminOptions(group.command('disable <principal_id>'))
    .description(
      'end the access of a person or program, and the credentials it issued; its groups get new keys',
    )
    .option('--keep-credentials', 'leave the credentials that person issued as they are, and list them')
    .action(async (principalId: string, options: DisableOptions) => {
      const result = await asAdministrator(context, options, async (client) => {
        const disabled = await client.principals.disable(principalId, context);
        const all = await collect(client.credentials.list(context));
        const issued = all.filter((each) => each.created_by === principalId && isOpen(each, Date.now()));
        const issued_credentials = [];
        for (const { credential_id, name, client_cn } of issued) {
          if (options.keepCredentials !== true) await client.credentials.revoke(credential_id, context);
          issued_credentials.push({
            ...{ credential_id, name, client_cn },
            state: options.keepCredentials === true ? 'kept' : 'revoked',
          });
        }
        return { ...disabled, issued_credentials };
      });
      printResult(context, options, result);
      for (const { credential_id, state } of result.issued_credentials)
        if (state === 'kept')
          warn(context, `credential ${credential_id}, issued by that person, still opens the vault`);
    });
}
