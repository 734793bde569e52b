/**
 * Writes a credential folder, as `sdk/node/credential-folder.ts` reads it. Secret files are readable by their owner
 * only.
 */
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOKEN_CODEC } from '#cli/credential-token-codec.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { parseCredentialToken } from '#contract/access/credential-token.ts';
import type { CredentialCreated } from '#contract/access/credentials.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { CREDENTIAL_FILES } from '#sdk/node/credential-folder.ts';

const FOLDER_MODE = 0o700;
const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;

/**
 * Creates the folder. @returns a function that removes it again if it was created here and issuing failed.
 * @throws UsageError if it already contains a credential, which would be lost.
 */
export function makeFolder(folder: string): () => void {
  let made: string | undefined;
  try {
    made = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  } catch {
    throw new UsageError(`The folder ${folder} cannot be created. Check its path and permissions.`);
  }
  const names = new Set(readdirSync(folder));
  if (Object.values(CREDENTIAL_FILES).some((name) => names.has(name))) {
    throw new UsageError(`${folder} already has a credential. Name another folder.`);
  }
  return () => {
    if (made !== undefined && readdirSync(folder).length === 0) rmdirSync(folder);
  };
}

/**
 * `addresses` of the vault, if they differ from the one in the token. @throws VaultError `protocol_error` if the
 * token is invalid.
 */
export function writeCredentialFolder(
  folder: string,
  created: CredentialCreated,
  addresses: readonly string[] = [],
): void {
  const token = parseCredentialToken(created.token, TOKEN_CODEC);
  if (token === undefined)
    throw new VaultError(
      'protocol_error',
      'The vault sent an invalid token. Nothing was written. Try again.',
    );
  const { credential_id, client_cn } = created;
  const about = {
    credential_id,
    client_cn,
    ...token.payload,
    ...(addresses.length > 0 ? { addresses } : {}),
  };
  write(folder, CREDENTIAL_FILES.ca, created.ca_pem, PUBLIC_MODE);
  write(folder, CREDENTIAL_FILES.cert, created.certificate_pem, PUBLIC_MODE);
  write(folder, CREDENTIAL_FILES.key, created.private_key_pem, SECRET_MODE);
  write(folder, CREDENTIAL_FILES.token, `${created.token}\n`, SECRET_MODE);
  write(folder, CREDENTIAL_FILES.about, `${JSON.stringify(about, null, 2)}\n`, PUBLIC_MODE);
}

/** `wx` never overwrites an existing file. */
function write(folder: string, name: string, content: string, mode: number): void {
  writeFileSync(join(folder, name), content, { mode, flag: 'wx' });
}
