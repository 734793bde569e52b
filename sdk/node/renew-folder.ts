/** Replaces the certificate or the whole credential in a credential folder that is in use. Node only. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { CREDENTIAL_FILES } from './credential-folder.ts';
import { type IncomingCredential, readIncomingCredential } from './joined-vault.ts';

const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;
const SECRETS: ReadonlySet<string> = new Set([CREDENTIAL_FILES.key, CREDENTIAL_FILES.token]);

/**
 * Replaces certificate and key. The new files are complete before the first rename, so the folder always has a
 * matching pair. The CAs come first, because they include the old and the new one.
 */
export function renewCredentialFolder(folder: string, renewed: CredentialRenewed): void {
  replaceFiles(folder, [
    [CREDENTIAL_FILES.ca, renewed.ca_pem],
    [CREDENTIAL_FILES.key, renewed.private_key_pem],
    [CREDENTIAL_FILES.cert, renewed.certificate_pem],
  ]);
}

/** Replaces the whole credential in the same way; a token without successor is deleted. */
export function replaceCredential(folder: string, { files }: IncomingCredential): void {
  if (files[CREDENTIAL_FILES.token] === undefined)
    rmSync(join(folder, CREDENTIAL_FILES.token), { force: true });
  replaceFiles(folder, Object.entries(files));
}

/**
 * Copies the newer credential of two folders of one computer to the other. The one that expires last is newer,
 * because the start of validity may be equal. With equal expiry, the one written last.
 */
export function shareNewerCredential(one: string, other: string): void {
  const [first, second] = [certificateIn(one), certificateIn(other)];
  if (first.raw.equals(second.raw)) return;
  const later = first.endsAt - second.endsAt || first.putAt - second.putAt;
  if (later > 0) replaceCredential(other, readIncomingCredential(one));
  if (later < 0) replaceCredential(one, readIncomingCredential(other));
}

function certificateIn(folder: string) {
  const path = join(folder, CREDENTIAL_FILES.cert);
  const { raw, validToDate } = new X509Certificate(readFileSync(path));
  return { raw, endsAt: validToDate.getTime(), putAt: statSync(path).mtimeMs };
}

function replaceFiles(folder: string, files: readonly (readonly [name: string, content: string | Buffer])[]) {
  const fresh = (name: string) => join(folder, `${name}.new`);
  for (const [name, content] of files) {
    const mode = SECRETS.has(name) ? SECRET_MODE : PUBLIC_MODE;
    rmSync(fresh(name), { force: true });
    writeFileSync(fresh(name), content, { mode, flag: 'wx', flush: true });
  }
  for (const [name] of files) renameSync(fresh(name), join(folder, name));
}
