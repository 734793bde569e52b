/** Names of the files in a travelling copy's folder `clinic`, which tell how to reach its home vault. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';
import type { DataDir } from './data-dir.ts';

export const HOME_VAULT_FILES = {
  public: ['ca.crt', 'client.crt', 'credential.json', 'vault.json'],
  key: 'client.key',
  /** Token file, only for credentials that open no group. */
  token: 'token',
} as const;

/** True when usable: all files exist, and the key belongs to the certificate. */
export function isHomeVaultConfigComplete({ clinic }: DataDir): boolean {
  const read = (name: string) => readWholeFile(join(clinic, name), SMALL_FILE_MAX_BYTES);
  try {
    if (!HOME_VAULT_FILES.public.every((name) => existsSync(join(clinic, name)))) return false;
    JSON.parse(read('vault.json').toString('utf8'));
    const certificate = new X509Certificate(read('client.crt'));
    return certificate.checkPrivateKey(createPrivateKey(read(HOME_VAULT_FILES.key)));
  } catch {
    return false;
  }
}
