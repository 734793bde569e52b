/** Reads the client certificate of a credential: PEM texts, files, or a PFX. Secret files must be private. */
import { existsSync, readFileSync, statSync } from 'node:fs';

/** Each of `ca`, `cert` and `key` is PEM text, its bytes, or the path of a file. */
export interface ClientCertificate {
  readonly ca: string | Uint8Array;
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
  /** PKCS #12, as bytes or the path of a file, instead of `cert` and `key`. */
  readonly pfx?: string | Uint8Array;
  /** Of `key` or `pfx`. Never from a command line: read it from a file or the environment. */
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
/** Permission bits of everybody but the owner. */
const OTHERS = 0o077;

/** @throws Error when a file is missing, or a secret one may be read by others. */
export function readClientCertificate(from: ClientCertificate): TlsIdentity {
  // Whoever writes JavaScript may leave it out.
  if (from.ca === undefined)
    throw new TypeError(
      'nodeTransport needs ca, and cert and key (or pfx) to be let in: PEM, bytes, or the paths of files.',
    );
  return {
    ca: readPart(from.ca, false),
    ...(from.cert === undefined ? {} : { cert: readPart(from.cert, false) }),
    ...(from.key === undefined ? {} : { key: readPart(from.key, true) }),
    ...(from.pfx === undefined ? {} : { pfx: readPart(from.pfx, true) }),
    ...(from.passphrase === undefined ? {} : { passphrase: from.passphrase }),
  };
}

/** @throws Error when a file is missing, or a secret one may be read by others. */
export function readPart(part: string | Uint8Array, isSecret: boolean): Buffer {
  if (typeof part !== 'string') return Buffer.from(part);
  if (part.includes(PEM_MARK)) return Buffer.from(part);
  if (!existsSync(part))
    throw new Error(`There is no file ${part}: give PEM, its bytes, or the path of a file.`);
  if (isSecret) assertPrivate(part);
  return readFileSync(part);
}

/** Windows has no such bits; there the folder's own rights hold. */
export function assertPrivate(path: string): void {
  if (process.platform === 'win32') return;
  const mode = statSync(path).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  throw new Error(`${path} may be read by others (mode ${mode.toString(8)}); run: chmod 600 ${path}`);
}
