/** Recorded secrets of a frozen vault, and what each principal read from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultClient } from '#sdk/client.ts';
import type { VaultSecrets } from './fill-vault.ts';
import type { PlainVault } from './plain-vault.ts';
import { readVault, type VaultReading } from './read-vault.ts';

export interface Readings {
  readonly founder: VaultReading;
  readonly member: VaultReading;
  readonly credential: VaultReading;
}

export interface Recorded {
  readonly frozen_at: string;
  readonly secrets: VaultSecrets;
  readonly readings: Readings;
}

export const FROZEN_VAULTS = join(import.meta.dirname, '..', '..', 'fixtures', 'vaults');
/** From the first format to the newest. */
export const FROZEN_VERSIONS = readdirSync(FROZEN_VAULTS).sort();

export function readRecorded(version: string): Recorded {
  return JSON.parse(readFileSync(join(FROZEN_VAULTS, version, 'recorded.json'), 'utf8'));
}

export async function openFounder(vault: PlainVault, { founder }: VaultSecrets): Promise<VaultClient> {
  const client = vault.connect();
  await client.session.open({ passphrase: founder.passphrase, principal_id: founder.principal_id });
  return client;
}

export async function openMember(vault: PlainVault, { member }: VaultSecrets): Promise<VaultClient> {
  const client = vault.connect();
  await client.session.open({ passphrase: member.passphrase, principal_id: member.principal_id });
  return client;
}

async function openCredential(vault: PlainVault, { token }: VaultSecrets): Promise<VaultClient> {
  const client = vault.connect();
  await client.session.open({ token });
  return client;
}

/** Reads as each principal in turn; sessions stay open. */
export async function readAsEveryone(vault: PlainVault, secrets: VaultSecrets): Promise<Readings> {
  return {
    founder: await readVault(await openFounder(vault, secrets)),
    member: await readVault(await openMember(vault, secrets)),
    credential: await readVault(await openCredential(vault, secrets)),
  };
}
