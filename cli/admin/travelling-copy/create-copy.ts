/**
 * `srvault travel take`: signs in to the home vault, creates the folder of a travelling copy, and fills it by the
 * first sync.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type AdminOptions, principalOption } from '#cli/admin/admin-options.ts';
import { agreedVault, compareFounder, readCredential } from '#cli/admin/join-command.ts';
import { assertNotJoined } from '#cli/admin/vault/existing-vault.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { parseAddressOptions, parseId, parseSince } from '#cli/options/parse-options.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { readJoinedVault } from '#sdk/node/joined-vault.ts';
import { probeAddress } from '#sdk/node/transport/probe-address.ts';
import { formatStatus } from './format-status.ts';

export interface CreateCopyOptions extends AdminOptions {
  readonly credential: string;
  readonly founder?: string;
  readonly address?: string[];
  readonly group?: string[];
  readonly since?: string;
}

export async function createCopy(context: CliContext, options: CreateCopyOptions): Promise<void> {
  assertNotJoined(options.data);
  const since = parseSince(options.since);
  const wanted = options.group?.map((id) => parseId(parseSecurityGroupId, id, 'group'));
  const credential = readCredential(options.credential);
  const known = joinedBy(options.credential);
  const addresses = parseAddressOptions(options.address ?? known?.addresses ?? credential.addresses);
  const probed = await Promise.all(addresses.map((address) => probeAddress(credential.identity, address)));
  const vault = agreedVault(probed);
  compareFounder(vault, known?.founder_key ?? options.founder);
  const joined = { ...vault, addresses };
  const passphrase = await readPassphrase(context, options);
  const { createTravellingCopy } = await import('#server/app/create-travelling-copy.ts');
  const status = await createTravellingCopy({
    ...{
      dataDir: options.data,
      credential,
      joined,
      passphrase,
      signal: context.signal,
      ...principalOption(options),
    },
    choose: (groups) =>
      (wanted ?? groups.map(({ security_group_id }) => security_group_id)).map((security_group_id) => ({
        security_group_id,
        since,
      })),
  });
  printResult(context, options, { data_dir: resolve(options.data), ...status }, formatStatus);
}

/** Returns the founder's key that was compared when the computer joined by this folder. */
function joinedBy(folder: string) {
  const isRemote = basename(resolve(folder)) === 'remote' && existsSync(join(folder, 'vault.json'));
  return isRemote ? readJoinedVault(dirname(resolve(folder)))?.joined : undefined;
}
