/** Reads a client certificate from PEM text, files or a PFX. Secret files must be private. */
import { existsSync, readFileSync, statSync } from 'node:fs';

/** Each of `ca`, `cert` and `key` is PEM text, its bytes, or a path. */
export interface ClientCertificate {
  readonly ca: string | Uint8Array;
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  /** PKCS #12 as bytes or path, instead of `cert` and `key`. */
  readonly pfx?: string | Uint8Array;
  /** Passphrase of `key` or `pfx`. Read it from a file or the environment, never from the command line. */
  readonly passphrase?: string;
}

export interface TlsIdentity {
  readonly ca: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly pfx?: Buffer;
  readonly passphrase?: string;
}

const PEM_MARK = '-----BEGIN ';
/** Permission bits of everyone except the owner. */
const OTHERS = 0o077;

/** Reads a client certificate with its key. @throws Error if a file is missing, or others may read a secret one. */
export function readClientCertificate(from: ClientCertificate): TlsIdentity {
  // Checked at run time for callers in JavaScript.
  if (from.ca === undefined)
    throw new TypeError(
      'nodeTransport needs ca, and cert and key (or pfx), as PEM, bytes or the paths of files.',
    );
  return {
    ca: readPart(from.ca, false),
    ...(from.cert === undefined ? {} : { cert: readPart(from.cert, false) }),
    ...(from.key === undefined ? {} : { key: readPart(from.key, true) }),
    ...(from.pfx === undefined ? {} : { pfx: readPart(from.pfx, true) }),
    ...(from.passphrase === undefined ? {} : { passphrase: from.passphrase }),
  };
}

/** Reads one part of a client certificate. @throws Error if a file is missing, or others may read a secret one. */
export function readPart(part: string | Uint8Array, isSecret: boolean): Buffer {
  if (typeof part !== 'string') return Buffer.from(part);
  if (part.includes(PEM_MARK)) return Buffer.from(part);
  if (!existsSync(part))
    throw new Error(`There is no file ${part}: give PEM, its bytes, or the path of a file.`);
  if (isSecret) assertPrivate(part);
  return readFileSync(part);
}

/** Windows has no such bits; the folder's permissions apply there. */
export function assertPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  throw new Error(`${path} may be read by others (mode ${mode.toString(8)}); run: chmod 600 ${path}`);
}
