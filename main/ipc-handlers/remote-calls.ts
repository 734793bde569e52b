/**
 * Implements the page's calls about the vault's location. The page receives names, states and expiry dates, never a
 * certificate or key.
 */
import { type BrowserWindow, dialog } from 'electron';
import type { IpcHandlers } from '#main/register-ipc.ts';
import type { VaultTarget } from '#main/vault/current-vault.ts';
import { type IncomingCredential, readIncomingCredential } from '#sdk/node/joined-vault.ts';
import { parseAddresses } from '#sdk/node/transport/addresses.ts';
import { isSame, probeAddress } from '#sdk/node/transport/probe-address.ts';

export type RemoteCalls = Pick<
  IpcHandlers,
  'vaultPlace' | 'probeVault' | 'chooseCredential' | 'askVault' | 'joinVault' | 'leaveVault'
>;

export function remoteCalls(reach: VaultTarget, shown: () => BrowserWindow): RemoteCalls {
  /** Credential chosen in this window and not joined yet; in memory only. */
  let chosen: IncomingCredential | undefined;

  function credential(): IncomingCredential {
    if (chosen) return chosen;
    throw new Error('Choose the credential folder first.');
  }

  return {
    vaultPlace() {
      if (reach.isCopyOpen()) return { kind: 'copy', name: reach.joined()?.joined.name ?? '' };
      const remote = reach.remote();
      if (remote === undefined) return { kind: 'here' };
      const { name, founder_key, addresses } = remote.joined;
      const certificate_ends_at = remote.vault.certificateEndsAt();
      return { kind: 'elsewhere', name, founder_key, certificate_ends_at, addresses };
    },
    async probeVault() {
      const vault = reach.remote()?.vault;
      if (vault === undefined) return null;
      const probed = await vault.probe();
      return {
        current_address: vault.currentAddress(),
        addresses: probed.map(({ address, state }) => ({ address, state })),
      };
    },
    async chooseCredential() {
      const { canceled, filePaths } = await dialog.showOpenDialog(shown(), { properties: ['openDirectory'] });
      const [folder] = filePaths;
      if (canceled || folder === undefined) return null;
      try {
        chosen = readIncomingCredential(folder);
        const { client_cn, addresses } = chosen;
        return { client_cn, addresses: parseAddresses(addresses) };
      } catch {
        // A generic message, because the original may contain paths; the page explains what a credential folder
        // contains.
        throw new Error('This folder is not a credential folder.');
      }
    },
    async askVault(addresses) {
      const { identity } = credential();
      const probed = await Promise.all(parseAddresses(addresses).map((each) => probeAddress(identity, each)));
      const vaults = probed.flatMap(({ vault }) => vault ?? []);
      const [first] = vaults;
      return {
        addresses: probed.map(({ address, state, vault }) => ({
          address,
          state: first && vault && !isSame(vault, first) ? 'other_vault' : state,
        })),
        vault: first ?? null,
      };
    },
    async joinVault({ addresses, founder_key }) {
      const { identity } = credential();
      const origins = parseAddresses(addresses);
      const probed = await Promise.all(origins.map((address) => probeAddress(identity, address)));
      const vault = probed.flatMap(({ vault: seen }) => seen ?? [])[0];
      // Join only the vault whose founder's key was compared, even if another one responds by now.
      if (vault?.founder_key !== founder_key)
        throw new Error('Another vault answers now. Nothing was stored. Choose the credential folder again.');
      await reach.join(credential(), { ...vault, addresses: origins });
      chosen = undefined;
    },
    leaveVault: reach.leave,
  };
}
