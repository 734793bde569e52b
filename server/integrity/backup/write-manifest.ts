/** Writes a snapshot's list of files and the signed manifest over it; `snapshot-manifest.ts` reads them. */
import { join } from 'node:path';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { signStatement } from '#crypto/principals/signed-statements.ts';
import { writeLines, writeSynced } from './copy-sealed-file.ts';
import {
  FILE_LIST,
  type FileList,
  MANIFEST_FILE,
  MANIFEST_LABEL,
  type Manifest,
  type ManifestFiles,
  SIGNATURE_FILE,
} from './snapshot-manifest.ts';

/** Writes one line per file, in order of path. */
export async function writeList(part: string, files: ManifestFiles): Promise<FileList> {
  let bytes = 0;
  function* lines() {
    for (const page of files.pages()) {
      for (const file of page) bytes += file.bytes;
      yield page.map((file) => JSON.stringify(file));
    }
  }
  const { sha256 } = await writeLines(join(part, FILE_LIST), lines());
  return { count: files.count(), bytes, sha256 };
}

export async function writeManifest(
  part: string,
  manifest: Manifest,
  signer: Pick<PrincipalSecrets, 'ed25519' | 'mldsa'>,
): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest)}\n`);
  await writeSynced(join(part, MANIFEST_FILE), bytes);
  const signature = signStatement(signer, MANIFEST_LABEL, bytes);
  await writeSynced(join(part, SIGNATURE_FILE), Buffer.from(`${JSON.stringify(signature)}\n`));
}
