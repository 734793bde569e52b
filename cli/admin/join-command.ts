/**
 * `srvault join`: this computer's window opens a vault on another computer. The founder's key is compared before
 * anything is stored; an invite also sets the person's passphrase. With `--store` this computer serves the vault too:
 * `join-as-server.ts`.
 */

import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CliContext, type OutputOptions, printResult, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { parseAddressOptions } from '#cli/options/parse-options.ts';
import { withHiddenInput } from '#cli/terminal/hidden-prompt.ts';
import { type PassphraseOptions, readPassphrase, readSecret } from '#cli/terminal/passphrase.ts';
import { printable } from '#cli/terminal/table.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { createClient } from '#sdk/client.ts';
import {
  type IncomingCredential,
  readIncomingCredential,
  removeJoinedVault,
  writeJoinedVault,
} from '#sdk/node/joined-vault.ts';
import {
  type AddressState,
  isSame,
  type ProbedAddress,
  probeAddress,
  type VaultIdentity,
} from '#sdk/node/transport/probe-address.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { addDataOption, addPlaceOptions, type PlaceOptions } from './admin-options.ts';
import { joinAsServer } from './join-as-server.ts';
import { assertNotJoined, assertNoVault } from './vault/existing-vault.ts';

interface JoinOptions extends PlaceOptions, OutputOptions, PassphraseOptions {
  readonly data: string;
  readonly credential?: string;
  readonly host?: string[];
  readonly as?: string;
  readonly address?: string[];
  readonly founder?: string;
  readonly invite?: boolean;
  readonly inviteFile?: string;
}

const FOUNDER = /^[0-9a-f\s]{16,}$/i;

const WORDS: Readonly<Record<Exclude<AddressState, 'answers'>, string>> = {
  unreachable: 'does not answer',
  not_trusted: 'has a certificate of another authority than the credential’s',
  not_valid_now: 'has a certificate that is not valid today; check this computer’s clock',
  wrong_name: 'is not a name this vault is served under (--host, --name)',
  refused: 'refuses this credential: it was revoked, or is of another vault',
  ended: 'was not asked: the certificate of this credential has expired',
  older: 'runs an older version, which does not say who founded it; update it first',
  no_vault: 'has no vault yet, or is something else',
  other_vault: 'is another vault',
};

export function addJoinCommand(program: Command, context: CliContext): void {
  addPlaceOptions(addDataOption(program.command('join')), context)
    .description('open a vault on another machine in this window, or with --store serve it here too')
    .option('--credential <dir>', 'credential folder of this computer, best without a group')
    .option('--address <url...>', 'where the vault answers, instead of the addresses in the credential')
    .option('--founder <hex>', 'the founder’s key as the invitation gives it, 16 digits or more')
    .option('--invite', 'accept an invite too; the passphrase is the one that opens the vault from then on')
    .option('--invite-file <file>', 'file with the invite code (or SRVAULT_INVITE, or a prompt)')
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--json', 'print exactly one JSON document')
    .option('--host <name...>', 'with --store: names clients call this server by, for its certificate')
    .option('--as <principal_id>', 'with --store: the administrator, where there are several persons')
    .action((options: JoinOptions) => {
      const { store } = options;
      return store === undefined ? join(context, options) : joinAsServer(context, { ...options, store });
    });
}

async function join(context: CliContext, options: JoinOptions): Promise<void> {
  const { founder, data } = options;
  if (options.credential === undefined)
    throw new UsageError(
      'Name the credential folder with --credential, or with --store the database to serve.',
    );
  if (founder !== undefined && !FOUNDER.test(founder))
    throw new UsageError('--founder: give 16 hexadecimal digits or more.');
  await assertNoVault(data);
  assertNotJoined(data);
  const credential = readCredential(options.credential);
  const addresses = parseAddressOptions(options.address ?? credential.addresses);
  const probed = await Promise.all(addresses.map((address) => probeAddress(credential.identity, address)));
  const vault = agreedVault(probed);
  compareFounder(vault, founder);
  const invite = await readInvite(context, options);
  writeJoinedVault(data, credential, { ...vault, addresses });
  const accepted = invite && (await acceptOrUndo(context, data, addresses, credential, invite));
  const joined = {
    ...vault,
    addresses: probed.map(({ address, state }) => ({ address, state })),
    data_dir: resolve(data),
    ...accepted,
  };
  printResult(context, options, joined, ({ name, data_dir }) =>
    [
      `The window of ${data_dir} opens «${printable(name)}» at ${addresses.join(', ')} from now on.`,
      ...(accepted === undefined || accepted.recovery_key === null
        ? []
        : [`Recovery key, shown only now: ${accepted.recovery_key}`]),
    ].join('\n'),
  );
  for (const { address, state } of probed)
    if (state !== 'answers') warn(context, `${address} ${WORDS[state]}`);
  if (accepted) warn(context, 'write the recovery key down now; it is never shown again');
}

/** Reads the credential folder. @throws UsageError */
export function readCredential(folder: string): IncomingCredential {
  try {
    return readIncomingCredential(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'a file is missing';
    throw new UsageError(`${folder} is not a credential folder: ${why}`);
  }
}

/**
 * Returns the vault at the addresses. @throws VaultError with the reason per address, or if they lead to different
 * vaults.
 */
export function agreedVault(probed: readonly ProbedAddress[]): VaultIdentity {
  const vaults = probed.flatMap(({ vault }) => vault ?? []);
  const [first] = vaults;
  if (first === undefined) {
    const isRefused = probed.some(({ state }) => state === 'refused' || state === 'ended');
    const words = probed.map(
      ({ address, state }) => `${address} ${state === 'answers' ? '' : WORDS[state]}.`,
    );
    throw new VaultError(isRefused ? 'client_certificate_required' : 'protocol_error', words.join(' '));
  }
  if (vaults.every((vault) => isSame(vault, first))) return first;
  throw new VaultError(
    'protocol_error',
    'These addresses lead to different vaults. Nothing was stored. Name addresses of one vault only.',
  );
}

/**
 * Compares the vault's founder key with the one the person entered. @throws UsageError if none was entered;
 * VaultError if it differs.
 */
export function compareFounder({ founder_key, name }: VaultIdentity, given: string | undefined): void {
  const shown = founder_key.slice(0, 32).match(/.{4}/g)?.join(' ') ?? '';
  if (given === undefined)
    throw new UsageError(
      `«${name}» shows the founder’s key ${shown}. Nothing was stored. Compare it with your invitation. If it is the same, repeat with --founder and that key.`,
    );
  if (founder_key.startsWith(given.replaceAll(/\s/g, '').toLowerCase())) return;
  throw new VaultError(
    'protocol_error',
    `«${name}» shows another founder’s key, ${shown}. It is not the vault of your invitation. Nothing was stored. Tell the person who invited you.`,
  );
}

interface Invite {
  readonly invite_code: string;
  readonly new_passphrase: string;
}

async function readInvite(context: CliContext, options: JoinOptions): Promise<Invite | undefined> {
  if (options.invite !== true && options.inviteFile === undefined) return undefined;
  return withHiddenInput(context, async () => ({
    invite_code: await readSecret(context, {
      name: 'invite code',
      file: options.inviteFile,
      option: '--invite-file',
      variable: 'SRVAULT_INVITE',
    }),
    new_passphrase: await readPassphrase(context, options, { confirm: true }),
  }));
}

/** Accepts the invite; if that fails, removes the joined vault again. */
async function acceptOrUndo(
  context: CliContext,
  dataDir: string,
  baseUrl: readonly string[],
  { identity }: IncomingCredential,
  invite: Invite,
): Promise<{ principal_id: string; recovery_key: string | null }> {
  const client = createClient({ transport: nodeTransport({ ...identity, baseUrl }) });
  try {
    const { session, recovery_key } = await client.session.open(invite, context);
    await client.session.lock({}, context);
    return { principal_id: session.principal.principal_id, recovery_key: recovery_key ?? null };
  } catch (error) {
    removeJoinedVault(dataDir);
    throw error;
  } finally {
    await client.close();
  }
}
