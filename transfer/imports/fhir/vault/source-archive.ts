/**
 * `--keep-source`: archives each resource as a sealed file, so that fields without a place in a record are kept. An
 * exam's file belongs to the exam; a patient's is in a folder of the drive, named by the record.
 */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import { isBinary } from '#fhir/import/fhir-resources.ts';
import type { MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import type { SourceFile, SourceResource } from '#fhir/import/source/source-file.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { VaultApiError } from '#sdk/errors.ts';

/**
 * Media type of an archived source: one resource per line, the record's own first, then those that became part of
 * it.
 */
const SOURCE_TYPE = 'application/fhir+ndjson';
const SOURCE_FOLDER = 'FHIR sources';
/** Hash characters in a name: enough to distinguish versions of one resource. */
const NAMED_HASH_CHARS = 12;

export interface KeptSource extends MappedFile {
  readonly sha256: string;
}

export async function keptSource(
  file: SourceFile,
  { resource, bare_id }: SourceResource,
  absorbed: readonly string[],
  sha256Hex: Sha256Hex,
): Promise<KeptSource> {
  // Contained resources are in their container's text.
  const beside = absorbed.filter((address) => !address.includes('#'));
  // Content of attached files is kept as files.
  const parts = beside
    .flatMap((address) => file.resolve(address, resource)?.resource ?? [])
    .filter((part) => !isBinary(part));
  const text = [resource, ...parts].map((part) => `${file.textOf(part)}\n`).join('');
  const sha256 = await sha256Hex(text);
  return {
    name: `${bare_id.replaceAll(/[^\w.-]/g, '-')}.${sha256.slice(0, NAMED_HASH_CHARS)}.ndjson`,
    mime_type: SOURCE_TYPE,
    bytes: new TextEncoder().encode(text),
    sha256,
  };
}

/** Uploads archived patients into one folder, created for the first. @returns the node of each. */
export function createSourceFolder({ client, security_group_id, signal }: ImportTarget) {
  const drive = client.drive(security_group_id);
  let folder: Promise<string> | undefined;

  async function open(): Promise<string> {
    try {
      return (await drive.mkdir({ name: SOURCE_FOLDER }, { signal })).node_id;
    } catch (error) {
      if (!(error instanceof VaultApiError) || error.code !== 'name_taken') throw error;
    }
    for await (const node of drive.list({ kind: 'folder', limit: 200 }, { signal }))
      if (node.name === SOURCE_FOLDER) return node.node_id;
    throw new Error(`The drive has a file named “${SOURCE_FOLDER}” where a folder is needed. Rename it.`);
  }

  return async ({ name, mime_type, bytes }: KeptSource): Promise<string> => {
    folder ??= open();
    const place = { name, mime_type, parent_id: await folder, signal };
    return (await drive.upload(bytes, place)).node_id;
  };
}

export type SendSource = ReturnType<typeof createSourceFolder>;
