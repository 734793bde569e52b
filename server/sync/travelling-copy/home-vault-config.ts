/** Reads and writes the folder of a travelling copy with the home vault's addresses, identity and credential. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { CREDENTIAL_FILES, readCredentialId, readToken } from '#sdk/node/credential-folder.ts';
import { type JoinedVault, readJoinedVault, rewriteJoinedVault } from '#sdk/node/joined-vault.ts';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';
import type { ProbeIdentity } from '#sdk/node/transport/probe-address.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';

/** Location and identity of the home vault, as agreed when the copy was made. */
export interface HomeVaultConfig {
  /** Read at each call, because the certificate may have been renewed. */
  readonly identity: () => ProbeIdentity;
  readonly joined: JoinedVault;
  /** Origins in order of preference; read at each call as well. */
  readonly addresses: () => readonly string[];
  readonly storeAddresses: (addresses: readonly string[]) => void;
  /** `token`: only for credentials that open no group. */
  readonly credential: () => { readonly credential_id: string; readonly token: string | undefined };
  readonly renew: (renewed: CredentialRenewed) => void;
}

/** Reads how the copy reaches its home vault. @throws protocol_error where it is missing or damaged */
export function readHomeVaultConfig(dataDir: string): HomeVaultConfig {
  try {
    const found = readJoinedVault(dataDir, 'clinic');
    if (found === undefined) throw new Error('There is none.');
    const { folder, joined } = found;
    const read = (name: string) => readWholeFile(join(folder, name), SMALL_FILE_MAX_BYTES);
    const { ca, cert, key, token } = CREDENTIAL_FILES;
    const identity = () => ({ ca: read(ca), cert: read(cert), key: read(key) });
    identity();
    return {
      identity,
      joined,
      addresses: () => readJoinedVault(dataDir, 'clinic')?.joined.addresses ?? joined.addresses,
      storeAddresses: (addresses) => rewriteJoinedVault(folder, { ...joined, addresses }),
      credential: () => ({
        credential_id: readCredentialId(folder),
        token: existsSync(join(folder, token)) ? readToken(folder) : undefined,
      }),
      renew: (renewed) => renewCredentialFolder(folder, renewed),
    };
  } catch (error) {
    throw new VaultError(
      'protocol_error',
      'The folder «clinic» of this travelling copy is missing or damaged. Restore it from a backup of the copy.',
      { cause: error },
    );
  }
}
