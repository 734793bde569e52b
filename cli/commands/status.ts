/**
 * `srvault status`: describes a credential from its folder without network. With `--check` it asks the vault too.
 * Source: API spec, "What the service does" 9.
 */
import type { Command } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import {
  addProfileOptions,
  certificateOf,
  type ProfileOptions,
  profileFolder,
  readCredential,
  withClient,
} from '#cli/profile.ts';
import { formatFields, printable } from '#cli/terminal/table.ts';

export function addStatusCommand(program: Command, context: CliContext): void {
  addProfileOptions(program.command('status'))
    .description('show the credential; no network unless --check')
    .option('--check', 'unlock and list the granted groups')
    .action(async (options: ProfileOptions & { check?: boolean }) => {
      const local = readStatus(profileFolder(context, options));
      const check = options.check ? { check: await askVault(context, options) } : {};
      printResult(context, options, { ...local, ...check }, statusText);
    });
}

interface GroupLine {
  readonly security_group_id: string;
  readonly name: string;
  readonly role: string;
  readonly key_available?: boolean;
}

interface Status {
  readonly profile: string;
  readonly base_url: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly principal_id: string;
  readonly name: string;
  readonly client_cn: string;
  readonly issued_at: string;
  readonly expires_at: string | null;
  readonly certificate_expires_at: string;
  /** Whole days until the certificate expires; negative afterwards. */
  readonly certificate_days_left: number;
  readonly is_expired: boolean;
  readonly groups: readonly GroupLine[];
  readonly check?: { readonly state: string; readonly groups: readonly GroupLine[] };
}

function readStatus(profile: string): Status {
  const { groups, ...payload } = readCredential(profile);
  const { certificate, days_left } = certificateOf(profile);
  const endsAt = [payload.expires_at, certificate.validToDate.toISOString()]
    .filter((end) => end !== null)
    .sort();
  return {
    profile,
    ...payload,
    client_cn: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '',
    certificate_expires_at: certificate.validToDate.toISOString(),
    certificate_days_left: days_left,
    is_expired: Date.parse(endsAt[0] ?? '') <= Date.now(),
    groups,
  };
}

async function askVault(context: CliContext, options: ProfileOptions) {
  return withClient(context, options, async ({ client }) => {
    const { state, session_id, expires_at, groups } = await client.session.get(context);
    return { state, session_id, expires_at, groups };
  });
}

function statusText(status: Status): string {
  const groups = status.check?.groups ?? status.groups;
  return formatFields([
    ['credential', printable(status.name)],
    ['workspace', printable(status.workspace_name)],
    ['address', status.base_url],
    ['certificate', `${printable(status.client_cn)}, ${daysText(status)}`],
    ['token', status.expires_at === null ? 'does not expire' : `valid until ${status.expires_at}`],
    ['state', status.is_expired ? 'expired' : (status.check?.state ?? 'not checked')],
    ...groups.map((group): [string, string] => ['group', groupText(group)]),
  ]);
}

function daysText({ certificate_days_left: days, certificate_expires_at: end }: Status): string {
  if (days < 0) return `expired ${end}; an administrator can renew it (srvault credential renew --out)`;
  return `valid until ${end} (${days} days)`;
}

function groupText({ security_group_id, name, role, key_available }: GroupLine): string {
  return `${security_group_id}  ${printable(name)} (${role})${key_available === false ? ', no key' : ''}`;
}
