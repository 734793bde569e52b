/**
 * The vault that this desktop shows: its own folder, served by a thread of this process, or one on another computer.
 * Switches between them while the window stays open; request forwarding is the same for both.
 */

import { type ForwardTarget, singleAddress } from '#main/host/forward-request.ts';
import { createLoopbackAgent } from '#main/host/loopback-agent.ts';
import { startCertificateRenewal } from '#main/remote-vault/certificate-renewal.ts';
import { openRemoteVault, type RemoteVault } from '#main/remote-vault/remote-vault.ts';
import { createUiFileServer, type ServePage } from '#main/remote-vault/serve-ui-files.ts';
import {
  type IncomingCredential,
  type JoinedFolder,
  type JoinedVault,
  readJoinedVault,
  removeJoinedVault,
  writeJoinedVault,
} from '#sdk/node/joined-vault.ts';
import type { VaultHost } from './vault-host.ts';

export interface VaultReachOptions {
  readonly dataDir: string;
  readonly uiDir: string;
  /** Serves the vault of a folder. @throws Error with a message for the person if it cannot be opened. */
  readonly startHost: (folder: string) => Promise<VaultHost>;
  /** Called before the open vault is left, to lock its sessions. */
  readonly beforeChange: () => Promise<void>;
  readonly onRenewed: () => void;
}

export interface VaultTarget {
  readonly target: ForwardTarget;
  readonly answerPage: ServePage;
  /** Returns the joined remote vault; undefined if the vault is in the folder, or its travelling copy is open. */
  readonly remote: () => { readonly vault: RemoteVault; readonly joined: JoinedVault } | undefined;
  /** Credential by which this computer joined, whether the remote vault or its copy is open. */
  readonly joined: () => JoinedFolder | undefined;
  readonly isCopyOpen: () => boolean;
  /**
   * Serves the copy instead of the home vault. @throws Error with a message for the person; nothing has changed then
   */
  readonly openCopy: (copyDir: string) => Promise<void>;
  readonly openHomeVault: () => Promise<void>;
  /** Joins a remote vault. @throws Error if another vault was joined already. */
  readonly join: (credential: IncomingCredential, joined: JoinedVault) => Promise<void>;
  /** Deletes certificate and key; the folder's own vault is served again. */
  readonly leave: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface OpenVault {
  readonly target: ForwardTarget;
  readonly answerPage: ServePage;
  readonly remote?: { readonly vault: RemoteVault; readonly joined: JoinedVault };
  readonly isCopy?: boolean;
  readonly close: () => Promise<void>;
}

/** Opens the vault that this desktop shows. @throws Error with a message for the person if it cannot be opened. */
export async function openVaultTarget(options: VaultReachOptions): Promise<VaultTarget> {
  const { dataDir } = options;
  const joined = readJoinedVault(dataDir);
  let open = joined ? openElsewhere(joined, options) : await openHere(dataDir, options);

  async function change(next: OpenVault): Promise<void> {
    await options.beforeChange();
    const last = open;
    open = next;
    await last.close();
  }

  return {
    target: {
      reach: (send, repeatable) => open.target.reach(send, repeatable),
      get dispatcher() {
        return open.target.dispatcher;
      },
      get seenStates() {
        return open.target.seenStates;
      },
    },
    answerPage: (request) => open.answerPage(request),
    remote: () => open.remote,
    joined: () => (open.isCopy === true || open.remote !== undefined ? readJoinedVault(dataDir) : undefined),
    isCopyOpen: () => open.isCopy === true,
    async openCopy(copyDir) {
      if (open.remote === undefined) return;
      await change({ ...(await openHere(copyDir, options)), isCopy: true });
    },
    async openHomeVault() {
      const known = readJoinedVault(dataDir);
      if (open.isCopy === true && known !== undefined) await change(openElsewhere(known, options));
    },
    async join(credential, agreed) {
      writeJoinedVault(dataDir, credential, agreed);
      const written = readJoinedVault(dataDir);
      if (written !== undefined) await change(openElsewhere(written, options));
    },
    async leave() {
      if (open.remote === undefined) return;
      await change(await openHere(dataDir, options));
      removeJoinedVault(dataDir);
    },
    close: () => open.close(),
  };
}

async function openHere(dataDir: string, { startHost }: VaultReachOptions): Promise<OpenVault> {
  const host = await startHost(dataDir);
  const agent = createLoopbackAgent(dataDir);
  return {
    target: { reach: singleAddress(host.url), dispatcher: agent },
    answerPage: () => undefined,
    async close() {
      await host.close();
      await agent.destroy();
    },
  };
}

function openElsewhere(folder: JoinedFolder, { uiDir, onRenewed }: VaultReachOptions): OpenVault {
  const vault = openRemoteVault(folder);
  const stopRenewing = startCertificateRenewal({
    joined: folder,
    endsAt: vault.certificateEndsAt,
    onRenewed,
  });
  return {
    target: vault.target,
    answerPage: createUiFileServer(uiDir),
    remote: { vault, joined: folder.joined },
    async close() {
      stopRenewing();
      await vault.close();
    },
  };
}
