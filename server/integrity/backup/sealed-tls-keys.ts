/**
 * Seals the TLS keys of server and desktop to each administrator for a backup. So a backup has no plaintext key, and a
 * restored vault uses its former certificates.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { decodeBase64Url, encodeBase64Url, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import { openHybridPacked, sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';
import { HOME_VAULT_FILES } from '#server/system/config/folder/home-vault-files.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';

const NAME = 'backup_tls_keys';
const KEY_FILES = ['pki/server.key', 'pki/desktop.key', 'pki/desktop.p12'] as const;
/** Client certificate for HL7 receivers, and a travelling copy's certificate for its home vault. */
const OPTIONAL_FILES = [
  'pki/hl7.crt',
  'pki/hl7.key',
  `clinic/${HOME_VAULT_FILES.key}`,
  `clinic/${HOME_VAULT_FILES.token}`,
] as const;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

function contextOf(workspaceId: WorkspaceId, principalId: PrincipalId) {
  return adminSecretContext({ workspace_id: workspaceId, name: NAME, principal_id: principalId });
}

/** Keys in `pki/` are stored by file name alone, as in older backups. */
const nameOf = (path: string) => path.replace(/^pki\//, '');

/** `isCopy`: seals to the person of a travelling copy instead of the administrators. */
export function sealTlsKeys({ root }: DataDir, { ledger, principal }: Reader, isCopy: boolean): Buffer {
  const state = ledger.state();
  const content = Object.fromEntries(
    [...KEY_FILES, ...OPTIONAL_FILES.filter((path) => existsSync(join(root, path)))].map((path) => [
      nameOf(path),
      readWholeFile(join(root, path), SEALED_MAX_BYTES).toString('base64'),
    ]),
  );
  const plaintext = utf8(JSON.stringify(content));
  const { workspace_id } = state.trust;
  const sealed = [...state.principals]
    .filter(([id, { is_admin, disabled }]) =>
      isCopy ? id === principal.principal_id : is_admin && !disabled,
    )
    .map(([id, { public_keys }]) => [
      id,
      encodeBase64Url(sealHybridPacked(public_keys.kem, plaintext, contextOf(workspace_id, id))),
    ]);
  return Buffer.from(`${JSON.stringify(Object.fromEntries(sealed))}\n`);
}

/** Upper bound of the sealed file; each administrator takes some KiB. */
const SEALED_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Opens and writes the TLS keys.
 * @throws permission_denied when the keys were not sealed to this person; CryptoError when they do not open.
 */
export function restoreTlsKeys(sealedFile: string, root: string, reader: Reader): void {
  const { principal_id, secrets } = reader.principal;
  const sealed = textField(
    JSON.parse(readWholeFile(sealedFile, SEALED_MAX_BYTES).toString('utf8')),
    principal_id,
  );
  if (sealed === undefined) {
    throw new VaultError(
      'permission_denied',
      'Only a person who was an administrator when the backup was made can restore it.',
    );
  }
  const context = contextOf(reader.workspace_id, principal_id);
  const opened = openHybridPacked(secrets.kemSeed, decodeBase64Url(sealed), context, secrets.kemPublicKey);
  const content: unknown = JSON.parse(fromUtf8(opened));
  for (const path of [...KEY_FILES, ...OPTIONAL_FILES]) {
    const key = textField(content, nameOf(path));
    if (key === undefined) {
      if (OPTIONAL_FILES.some((known) => known === path)) continue;
      throw new CryptoError();
    }
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
    writeFileSync(file, Buffer.from(key, 'base64'), { mode: FILE_MODE, flush: true });
  }
}

function textField(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const field: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
  return typeof field === 'string' ? field : undefined;
}
