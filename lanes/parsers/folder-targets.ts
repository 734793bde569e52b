/** Parser targets for files in a folder that others may write, and for data a travelling copy receives. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { verifyChain } from '#crypto/membership/membership.ts';
import { decodePublicKeys } from '#crypto/membership/sign-record.ts';
import { decodePulledDocument } from '#server/documents/travelling-copy/apply-pulled-document.ts';
import { decodePulledNode } from '#server/drives/travelling-copy/apply-pulled-node.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import { readPdf } from '#server/imaging/processing/decoders/render-pdf-page.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { FILE_LIST, MANIFEST_FILE, readManifest } from '#server/integrity/backup/snapshot-manifest.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { corpusOf } from './corpus.ts';
import type { ParserTarget } from './targets.ts';

let scratch: string | undefined;

/** Returns the scratch folder of this run, which is deleted with the process. */
function folder(): string {
  if (scratch === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'srvault-parsers-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    scratch = made;
  }
  return scratch;
}

async function readSnapshot(manifest: Uint8Array, list: Uint8Array): Promise<void> {
  writeFileSync(join(folder(), MANIFEST_FILE), manifest);
  writeFileSync(join(folder(), FILE_LIST), list);
  const read = await readManifest(folder());
  try {
    for (const page of read.files.pages()) {
      const outside = page.find(({ path }) => path.startsWith('/') || path.split('/').includes('..'));
      if (outside !== undefined) throw new Error('a path leads out of the snapshot');
    }
  } finally {
    read.close();
  }
}

/** Reads a file list under a manifest that names exactly these bytes. */
function readFileList(list: Uint8Array): Promise<void> {
  const files = { count: 3, bytes: 17, sha256: createHash('sha256').update(list).digest('hex') };
  const ids = { workspace_id: '', created_by: '', created_at: '', source: '' };
  return readSnapshot(Buffer.from(JSON.stringify({ format: 2, ...ids, files })), list);
}

function readMark(bytes: Uint8Array): void {
  const layout = dataDirLayout(folder());
  writeFileSync(layout.copyFile, bytes);
  readCopyMarker(layout);
}

/** Parses a body as the response of another server; any JSON is possible. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new CryptoError();
  }
}

/** Reads a signed membership list as a travelling copy receives it, starting from its founder's keys. */
function readList(bytes: Buffer): void {
  const rows = jsonOf(bytes);
  if (!Array.isArray(rows)) throw new CryptoError();
  const chain = rows.map((row) => parseRecord(row));
  const founder = chain[0]?.record;
  if (founder?.public_keys === undefined || founder.public_keys === null) throw new CryptoError();
  const { ed25519, mldsa65 } = decodePublicKeys(founder.public_keys);
  verifyChain(chain, { workspace_id: founder.workspace_id, ed25519, mldsa65 });
}

export function folderTargets(): readonly ParserTarget[] {
  return [
    {
      name: 'manifest',
      corpus: corpusOf('manifest'),
      refusals: [VaultError],
      parse: (bytes) => readSnapshot(bytes, Buffer.alloc(0)),
    },
    { name: 'file list', corpus: corpusOf('file-list'), refusals: [VaultError], parse: readFileList },
    { name: 'copy mark', corpus: corpusOf('copy-mark'), refusals: [VaultError], parse: readMark },
    { name: 'signed list', corpus: corpusOf('copy-list'), refusals: [CryptoError], parse: readList },
    {
      name: 'copied document',
      corpus: corpusOf('copy-document'),
      refusals: [CryptoError],
      parse: (bytes) => decodePulledDocument(Object(jsonOf(bytes))),
    },
    {
      name: 'copied node',
      corpus: corpusOf('copy-node'),
      refusals: [CryptoError],
      parse: (bytes) => decodePulledNode(Object(jsonOf(bytes))),
    },
    { name: 'pdf', corpus: corpusOf('pdf'), refusals: [ProcessingError], parse: readPdf },
  ];
}
