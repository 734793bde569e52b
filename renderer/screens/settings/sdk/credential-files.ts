/**
 * Saves the credential folder from the browser in the command line's form: into a chosen folder, or as five
 * downloads.
 */
import type { CredentialCreated } from '#contract/access/credentials.ts';
import { saveBlob } from '#renderer/components/files/save-file.ts';

export interface CredentialFile {
  readonly name: string;
  readonly content: string;
}

/** Reads the token's payload for display only; the server's record is authoritative. */
function tokenPayload(token: string): Record<string, unknown> {
  const text = token.split('.')[1] ?? '';
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return Object.fromEntries(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
}

export function credentialFiles(issued: CredentialCreated): CredentialFile[] {
  const { credential_id, client_cn, token } = issued;
  const about = { credential_id, client_cn, ...tokenPayload(token) };
  return [
    { name: 'ca.crt', content: issued.ca_pem },
    { name: 'client.crt', content: issued.certificate_pem },
    { name: 'client.key', content: issued.private_key_pem },
    { name: 'token', content: `${token}\n` },
    { name: 'credential.json', content: `${JSON.stringify(about, null, 2)}\n` },
  ];
}

interface DirectoryPicker {
  showDirectoryPicker(options: { mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
}

function hasDirectoryPicker(target: object): target is DirectoryPicker {
  return 'showDirectoryPicker' in target && typeof target.showDirectoryPicker === 'function';
}

/** Returns false if the person cancelled the dialog. */
export async function saveFiles(files: readonly CredentialFile[]): Promise<boolean> {
  if (!hasDirectoryPicker(window)) {
    for (const { name, content } of files)
      saveBlob(new Blob([content], { type: 'application/octet-stream' }), name);
    return true;
  }
  const folder = await window.showDirectoryPicker({ mode: 'readwrite' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  });
  if (!folder) return false;
  for (const { name, content } of files) {
    const file = await folder.getFileHandle(name, { create: true });
    const target = await file.createWritable();
    await target.write(content);
    await target.close();
  }
  return true;
}
