/** Attaches files to an imported exam, each once; existing ones are recognised by name, also in the trash. */
import type { DriveNode } from '#contract/drives/node.ts';
import type { MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import { makeExamFolder } from '#imports/exam-folder.ts';
import type { ImportTarget } from '#imports/import-source.ts';

/** Lists at most this many nodes of an exam; beyond, the vault itself keeps equal names apart. */
const LISTED_MAX_COUNT = 10_000;

/** Every file and folder of an exam, at any depth. */
export async function nodesOfExam(
  { client, security_group_id, signal }: ImportTarget,
  examId: string,
): Promise<DriveNode[]> {
  return client
    .drive(security_group_id)
    .list({ exam_id: examId, state: 'all', limit: 200 }, { signal })
    .toArray({ limit: LISTED_MAX_COUNT });
}

/**
 * Sends missing files into a folder of the exam with this name. A file of the same name and other content stays, and
 * the new one is numbered by the vault. @returns the number sent.
 */
export async function attachFiles(
  target: ImportTarget,
  examId: string,
  folderName: string,
  files: readonly MappedFile[],
): Promise<number> {
  if (files.length === 0) return 0;
  const there = await nodesOfExam(target, examId);
  const drive = target.client.drive(target.security_group_id);
  let folder = there.find(({ kind, is_deleted }) => kind === 'folder' && !is_deleted)?.node_id;
  let sent = 0;
  for (const file of files) {
    if (await holds(target, there, file)) continue;
    const { name, mime_type, bytes } = file;
    folder ??= await makeExamFolder(drive, examId, folderName, target.signal);
    const place = { name, mime_type, exam_id: examId, parent_id: folder, signal: target.signal };
    await drive.upload(bytes, place);
    sent += 1;
  }
  return sent;
}

/** Recognises a numbered file by its bytes, and one in the trash by name and length. */
async function holds(target: ImportTarget, there: readonly DriveNode[], file: MappedFile): Promise<boolean> {
  for (const node of there) {
    if (node.kind !== 'file' || node.size !== file.bytes.length || node.status !== 'ready') continue;
    if (node.is_deleted && node.name === file.name) return true;
    if (!node.is_deleted && (await isSame(target, node, file.bytes))) return true;
  }
  return false;
}

async function isSame(
  { client, security_group_id, signal }: ImportTarget,
  { node_id }: DriveNode,
  bytes: Uint8Array,
): Promise<boolean> {
  const download = await client.drive(security_group_id).download(node_id, { signal });
  const stored = await download.bytes();
  return stored.every((byte, at) => byte === bytes[at]);
}
