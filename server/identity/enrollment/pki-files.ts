/** Reads and writes the PKI folder: `ca.crt`, `server.crt|key`, `desktop.crt|key|p12`. Never the CA key. */
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { readWholeFile, SMALL_FILE_MAX_BYTES } from '#server/system/files/open-regular-file.ts';
import { syncFolderNow } from '#server/system/files/sync-folder.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';
import { markOf } from './ca-name.ts';
import type { KeyAndCertificate } from './certificate-authority.ts';
import { encodePkcs12, PKCS12_PASSWORD } from './pkcs12.ts';

const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;
const FOLDER_MODE = 0o700;

export type LeafName = 'server' | 'desktop';

export interface PkiFiles {
  readonly hasCa: () => boolean;
  readonly readCaPem: () => string;
  readonly writeCaPem: (pem: string) => void;
  /** Reads a leaf certificate and its key; undefined when either file is missing. */
  readonly readLeaf: (name: LeafName) => KeyAndCertificate | undefined;
  /** Writes a leaf; the desktop's also as `desktop.p12` for a browser. */
  readonly writeLeaf: (name: LeafName, leaf: KeyAndCertificate, caPem: string) => void;
}

export function createPkiFiles(folder: string): PkiFiles {
  const at = (file: string) => join(folder, file);

  /** Writes by rename, so that a reader sees the complete old or new file; durable when it returns. */
  function write(file: string, content: string | Buffer, mode: number): void {
    if (mkdirSync(folder, { recursive: true, mode: FOLDER_MODE }) !== undefined)
      syncFolderNow(dirname(folder));
    replaceOwnFile(at(file), content, { mode, isFlushed: true });
    syncFolderNow(folder);
  }

  return {
    hasCa: () => existsSync(at('ca.crt')),
    readCaPem() {
      try {
        return readWholeFile(at('ca.crt'), SMALL_FILE_MAX_BYTES).toString('utf8');
      } catch (error) {
        throw new VaultError('protocol_error', 'pki/ca.crt is missing. Restore it from a backup.', {
          cause: error,
        });
      }
    },
    writeCaPem: (pem) => write('ca.crt', pem, PUBLIC_MODE),
    readLeaf(name) {
      if (!existsSync(at(`${name}.crt`)) || !existsSync(at(`${name}.key`))) return undefined;
      return {
        certificatePem: readWholeFile(at(`${name}.crt`), SMALL_FILE_MAX_BYTES).toString('utf8'),
        privateKeyPem: readWholeFile(at(`${name}.key`), SMALL_FILE_MAX_BYTES).toString('utf8'),
      };
    },
    writeLeaf(name, leaf, caPem) {
      write(`${name}.key`, leaf.privateKeyPem, SECRET_MODE);
      write(`${name}.crt`, leaf.certificatePem, PUBLIC_MODE);
      if (name === 'desktop') {
        const mark = markOf(new X509Certificate(caPem));
        const friendlyName = ['Sealed Records Vault (desktop)', mark].filter(Boolean).join(' ');
        const content = { ...leaf, caPem, friendlyName };
        write('desktop.p12', encodePkcs12(content, PKCS12_PASSWORD), SECRET_MODE);
      }
    },
  };
}
