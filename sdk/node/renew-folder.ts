/** Puts a renewed certificate, and the CAs it is to be trusted with, into a credential folder. Node only. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CredentialRenewed } from '#contract/access/certificates.ts';
import { CREDENTIAL_FILES } from './credential-folder.ts';

const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;

/**
 * Puts a renewed certificate and its key where the old ones are. The folder keeps a whole pair at every moment: the
 * new files are complete before the first rename. The CAs come first: they are those of before and their successor.
 */
export function renewCredentialFolder(folder: string, renewed: CredentialRenewed): void {
  const fresh = (name: string) => join(folder, `${name}.new`);
  const files: [name: string, content: string, mode: number][] = [
    [CREDENTIAL_FILES.ca, renewed.ca_pem, PUBLIC_MODE],
    [CREDENTIAL_FILES.key, renewed.private_key_pem, SECRET_MODE],
    [CREDENTIAL_FILES.cert, renewed.certificate_pem, PUBLIC_MODE],
  ];
  for (const [name, content, mode] of files) {
    rmSync(fresh(name), { force: true });
    writeFileSync(fresh(name), content, { mode, flag: 'wx', flush: true });
  }
  for (const [name] of files) renameSync(fresh(name), join(folder, name));
}
