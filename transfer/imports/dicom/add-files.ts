/**
 * Adds the files of a study to its exam. Files are named by instance UID, so that existing ones are found by name.
 * Equal bytes are skipped, and a different object with the same UID is added beside it and reported.
 */
import type { DriveNode } from '#contract/drives/node.ts';
import { makeExamFolder } from '#imports/exam-folder.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Study } from './map-study.ts';

export interface AddedFiles {
  readonly added: number;
  readonly present: number;
  /** Number of added files with the UID of an existing, different file. */
  readonly differing: number;
  /** Number of existing files in the trash, which stay there. */
  readonly in_trash: number;
  /** Files that existed before, outside the trash. */
  readonly earlier: readonly DriveNode[];
}

/** Existing file of an instance UID: its length, and its bytes on demand. */
interface ExistingFile {
  readonly size: number | null;
  readonly isInTrash: boolean;
  readonly pieces: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Adds the files of a study to its exam. @param onFailure called for a refused file; the others continue. */
export async function addFiles(
  { client, security_group_id, signal }: ImportTarget,
  examId: string,
  { study_uid, files }: Study,
  onFailure: (path: string, error: VaultApiError) => void,
): Promise<AddedFiles> {
  const drive = client.drive(security_group_id);
  const there = await drive
    .list({ exam_id: examId, state: 'all', limit: 200 }, { signal })
    .toArray({ limit: 100_000 });
  const held = new Map<string, ExistingFile[]>();
  for (const node of there) {
    const uid = node.kind === 'file' ? instanceOf(node) : undefined;
    if (uid === undefined) continue;
    const pieces = async () => drive.download(node.node_id, { signal });
    hold(held, uid, { size: node.size, isInTrash: node.is_deleted, pieces });
  }
  let folder = there.find(({ kind, is_deleted }) => kind === 'folder' && !is_deleted)?.node_id;
  const counts = { added: 0, present: 0, differing: 0, in_trash: 0 };
  for (const { source, header } of files) {
    const uid = header.instance_uid ?? '';
    const known = held.get(uid) ?? [];
    try {
      const same = known.length > 0 ? await findSame(known, await source.bytes()) : undefined;
      if (same !== undefined) {
        counts.present += 1;
        counts.in_trash += same.isInTrash ? 1 : 0;
        continue;
      }
      folder ??= await makeExamFolder(drive, examId, `DICOM ${study_uid}`, signal);
      const place = { exam_id: examId, parent_id: folder, mime_type: 'application/dicom' };
      await drive.upload(source.upload, { ...place, name: `${uid}.dcm`, on_conflict: 'rename', signal });
      hold(held, uid, { size: null, isInTrash: false, pieces: async () => source.pieces() });
      counts.added += 1;
      counts.differing += known.length > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof VaultApiError) || error.status === 402) throw error;
      onFailure(source.name, error);
    }
  }
  return { ...counts, earlier: there.filter(({ kind, is_deleted }) => kind === 'file' && !is_deleted) };
}

function hold(held: Map<string, ExistingFile[]>, uid: string, file: ExistingFile): void {
  held.set(uid, [...(held.get(uid) ?? []), file]);
}

/** Instance UID of `UID.dcm`, and of `UID (2).dcm` beside it. */
function instanceOf({ name }: Pick<DriveNode, 'name'>): string | undefined {
  return /^(.+?)(?: \(\d+\))?\.dcm$/.exec(name ?? '')?.[1];
}

/** Finds an existing file with these bytes; prefers one outside the trash. */
async function findSame(
  known: readonly ExistingFile[],
  bytes: Uint8Array,
): Promise<ExistingFile | undefined> {
  for (const held of known.toSorted((one, other) => Number(one.isInTrash) - Number(other.isInTrash))) {
    if (held.size !== null && held.size !== bytes.length) continue;
    if (await isSame(bytes, await held.pieces())) return held;
  }
  return undefined;
}

async function isSame(bytes: Uint8Array, pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  let at = 0;
  for await (const piece of pieces) {
    if (at + piece.length > bytes.length) return false;
    for (let index = 0; index < piece.length; index += 1)
      if (piece[index] !== bytes[at + index]) return false;
    at += piece.length;
  }
  return at === bytes.length;
}
