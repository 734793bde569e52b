/**
 * `srvault status`: what a credential is, read from its folder without any network; with `--check` the vault
 * is asked too. Source: API spec, "What the service does" 9.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { CREDENTIAL_FILES } from '#sdk/node/credential-folder.ts';
import { type CliContext, printResult } from '../context.ts';
import {
  addProfileOptions,
  type ProfileOptions,
  profileFolder,
  readCredential,
  withClient,
} from '../profile.ts';
import { formatFields, printable } from '../terminal/table.ts';

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
  readonly is_expired: boolean;
  readonly groups: readonly GroupLine[];
  readonly check?: { readonly state: string; readonly groups: readonly GroupLine[] };
}

function readStatus(profile: string): Status {
  const { groups, ...payload } = readCredential(profile);
  const certificate = new X509Certificate(readFileSync(join(profile, CREDENTIAL_FILES.cert)));
  const endsAt = [payload.expires_at, certificate.validToDate.toISOString()]
    .filter((end) => end !== null)
    .sort();
  return {
    profile,
    ...payload,
    client_cn: /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '',
    certificate_expires_at: certificate.validToDate.toISOString(),
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
    ['certificate', `${printable(status.client_cn)}, valid until ${status.certificate_expires_at}`],
    ['token', status.expires_at === null ? 'does not expire' : `valid until ${status.expires_at}`],
    ['state', status.is_expired ? 'expired' : (status.check?.state ?? 'not checked')],
    ...groups.map((group): [string, string] => ['group', groupText(group)]),
  ]);
}

function groupText({ security_group_id, name, role, key_available }: GroupLine): string {
  return `${security_group_id}  ${printable(name)} (${role})${key_available === false ? ', no key' : ''}`;
}
