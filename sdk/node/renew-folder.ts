/** Puts a renewed certificate, or another credential, into a credential folder that is in use. Node only. */
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
 * Puts a renewed certificate and its key where the old ones are. The folder keeps a whole pair at every moment: the
 * new files are complete before the first rename. The CAs come first: they are those of before and their successor.
 */
export function renewCredentialFolder(folder: string, renewed: CredentialRenewed): void {
  replaceFiles(folder, [
    [CREDENTIAL_FILES.ca, renewed.ca_pem],
    [CREDENTIAL_FILES.key, renewed.private_key_pem],
    [CREDENTIAL_FILES.cert, renewed.certificate_pem],
  ]);
}

/** Another credential in the place of the one before, in the same way; a token that has no successor goes. */
export function replaceCredential(folder: string, { files }: IncomingCredential): void {
  if (files[CREDENTIAL_FILES.token] === undefined)
    rmSync(join(folder, CREDENTIAL_FILES.token), { force: true });
  replaceFiles(folder, Object.entries(files));
}

/**
 * Two folders of one computer, for one vault: what was issued last serves both. That is what ends last: from when on a
 * certificate is valid is the last day its vault knew, for many the same. Of two that end at once, what was put there last.
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
