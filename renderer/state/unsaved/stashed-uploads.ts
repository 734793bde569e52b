/**
 * Stashes uploads that a lock stopped. Names and targets are sealed in memory; content is a Blob reference
 * without a name. They resume when the same person unlocks.
 */
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { resumeStopped, stopUnfinished, type Upload } from '#renderer/state/shell/upload-store.ts';
import { openText, type SealedText, sealText } from './encrypt-in-memory.ts';

interface StashedUploads {
  readonly principal_id: string;
  readonly rows: SealedText;
  /** Contents in the order of the rows. */
  readonly contents: readonly Blob[];
}

let held: StashedUploads | undefined;

beforeLock(async () => {
  const unfinished = stopUnfinished();
  const principal_id = useSession.getState().session?.principal.principal_id;
  held = undefined;
  if (unfinished.length === 0 || principal_id === undefined) return;
  const rows = await sealText(unfinished.map(({ upload }) => ({ ...upload, error: undefined })));
  // A slice has no file name.
  const contents = unfinished.map(({ file }) => file.slice(0, file.size, file.type));
  held = { principal_id, rows, contents };
});

/** Resumes uploads that a lock stopped, for the same person. @returns their number. */
export async function resumeUploadsAfterLock(): Promise<number> {
  const before = held;
  held = undefined;
  if (before?.principal_id !== useSession.getState().session?.principal.principal_id) return 0;
  const rows = before === undefined ? [] : await openText(before.rows);
  const unfinished = (Array.isArray(rows) ? rows : []).flatMap((upload: Upload, at) => {
    const file = before?.contents[at];
    return file === undefined ? [] : [{ upload, file }];
  });
  resumeStopped(unfinished);
  return unfinished.length;
}
