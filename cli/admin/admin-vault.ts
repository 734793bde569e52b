/**
 * A vault as its administrator reaches it: over the socket where the folder is being served, in this process
 * where it is not. Source: choices, "Transport and client certificates" (admin commands).
 */
import type { Credential, CredentialCreateBody, CredentialCreated } from '#contract/access/credentials.ts';
import type { VaultCreated, VaultInitBody } from '#contract/access/vault.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { dataDirLayout } from '#server/config/data-dir.ts';
import { readRunFile } from '#server/config/run-file.ts';
import { assertVault } from './existing-vault.ts';
import { openVaultHere } from './vault-here.ts';
import { connectServedVault } from './vault-served.ts';

export interface UnlockBody {
  readonly passphrase: string;
  readonly principal_id?: string;
}

export interface AdminSession {
  readonly createCredential: (body: CredentialCreateBody) => Promise<CredentialCreated>;
  readonly listCredentials: () => Promise<Credential[]>;
  readonly revokeCredential: (credentialId: string) => Promise<Credential>;
  readonly lock: () => Promise<void>;
}

export interface AdminVault {
  readonly init: (body: VaultInitBody) => Promise<VaultCreated>;
  readonly unlock: (body: UnlockBody) => Promise<AdminSession>;
  readonly close: () => Promise<void>;
}

/** A `run.json` nobody answers at is a leftover; then the folder's own lock decides. */
export async function openAdminVault(dataDir: string, signal: AbortSignal): Promise<AdminVault> {
  const layout = dataDirLayout(dataDir);
  const running = readRunFile(layout.runFile);
  if (running !== undefined) {
    const served = connectServedVault(running.url, layout.pki, signal);
    try {
      await served.probe();
      return served;
    } catch (error) {
      await served.close();
      if (!(error instanceof APIConnectionError && error.unsent)) throw error;
    }
  }
  return openVaultHere(dataDir);
}

/** Unlocks, works, locks and closes, whatever happens in between. @throws not_initialized where there is no vault. */
export async function withAdminSession<T>(
  dataDir: string,
  signal: AbortSignal,
  body: UnlockBody,
  work: (session: AdminSession) => Promise<T>,
): Promise<T> {
  assertVault(dataDir);
  const vault = await openAdminVault(dataDir, signal);
  try {
    const session = await vault.unlock(body);
    try {
      return await work(session);
    } finally {
      await session.lock();
    }
  } finally {
    await vault.close();
  }
}
