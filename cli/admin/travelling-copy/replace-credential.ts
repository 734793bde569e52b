/** `srvault travel credential`: replaces the credential of a travelling copy after it expired or was revoked. */
import { resolve } from 'node:path';
import { agreedVault, readCredential } from '#cli/admin/join-command.ts';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { parseAddressOptions } from '#cli/options/parse-options.ts';
import { printable } from '#cli/terminal/table.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readJoinedVault, rewriteJoinedVault } from '#sdk/node/joined-vault.ts';
import { replaceCredential } from '#sdk/node/renew-folder.ts';
import { isSame, probeAddress } from '#sdk/node/transport/probe-address.ts';

export interface CredentialOptions extends OutputOptions {
  readonly data: string;
  readonly credential: string;
  readonly address?: string[];
}

/**
 * Accepts only a credential for the copy's home vault; a served copy uses it at once. Needs no passphrase, because
 * nothing is opened.
 */
export async function replaceCopyCredential(context: CliContext, options: CredentialOptions): Promise<void> {
  const found = readJoinedVault(options.data, 'clinic');
  if (found === undefined)
    throw new VaultError('not_found', 'There is no travelling copy in this folder. Check --data.');
  const { folder, joined } = found;
  const credential = readCredential(options.credential);
  const addresses = options.address === undefined ? joined.addresses : parseAddressOptions(options.address);
  const vault = agreedVault(
    await Promise.all(addresses.map((address) => probeAddress(credential.identity, address))),
  );
  if (!isSame(vault, joined))
    throw new VaultError(
      'protocol_error',
      'This credential is for another vault than this copy. Nothing was changed. Name another credential folder.',
    );
  replaceCredential(folder, credential);
  if (options.address !== undefined) rewriteJoinedVault(folder, { ...joined, addresses });
  const told = { data_dir: resolve(options.data), client_cn: credential.client_cn, addresses };
  printResult(
    context,
    options,
    told,
    ({ data_dir, client_cn }) =>
      `The copy in ${data_dir} shows ${printable(client_cn)} from now on, to ${addresses.join(', ')}.`,
  );
}
