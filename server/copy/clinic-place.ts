/** The folder of a travelling copy that says how its vault is reached. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/vault-error.ts';
import { CREDENTIAL_FILES } from '#sdk/node/credential-folder.ts';
import { readJoinedVault, rewriteJoinedVault } from '#sdk/node/joined-vault.ts';
import type { ClinicPlace } from './clinic.ts';

/** @throws protocol_error where it is missing or damaged */
export function readClinicPlace(dataDir: string): ClinicPlace {
  try {
    const found = readJoinedVault(dataDir, 'clinic');
    if (found === undefined) throw new Error('There is none.');
    const read = (name: string) => readFileSync(join(found.folder, name));
    const { ca, cert, key } = CREDENTIAL_FILES;
    return {
      identity: { ca: read(ca), cert: read(cert), key: read(key) },
      joined: found.joined,
      storeAddresses: (addresses) => rewriteJoinedVault(found.folder, { ...found.joined, addresses }),
    };
  } catch (error) {
    throw new VaultError(
      'protocol_error',
      'The folder «clinic» of this travelling copy is missing or damaged; put it back from a backup.',
      { cause: error },
    );
  }
}
