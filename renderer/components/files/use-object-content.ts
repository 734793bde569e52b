/**
 * React hook for what a DICOM object without frames contains: its text, a picture of it, the document in it. Each is
 * read from the vault; what is absent stays undefined. Forgotten at lock.
 */
import { useEffect, useState } from 'react';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { VaultApiError } from '#sdk/index.ts';

/** A longer text is cut, and says so. */
export const TEXT_SHOWN_MAX_CHARS = 200_000;

export interface ObjectContent {
  readonly text: string | undefined;
  /** Address of a picture: the first page of a PDF, the traces of an ECG. */
  readonly picture: string | undefined;
  /** Media type of the document. */
  readonly document: string | undefined;
  readonly error: unknown;
}

const NOTHING: ObjectContent = { text: undefined, picture: undefined, document: undefined, error: undefined };

/** Undefined while it is being read. @param isWanted false reads nothing. */
export function useObjectContent(
  groupId: string,
  nodeId: string,
  isWanted: boolean,
): ObjectContent | undefined {
  const [content, setContent] = useState<ObjectContent>();
  useEffect(() => {
    setContent(undefined);
    if (!isWanted) return undefined;
    const abort = new AbortController();
    let url: string | undefined;
    const forget = () => {
      abort.abort();
      if (url) URL.revokeObjectURL(url);
      setContent(undefined);
    };
    read(groupId, nodeId, abort.signal).then(
      ({ picture, ...found }) => {
        if (abort.signal.aborted) return;
        url = picture && URL.createObjectURL(picture);
        setContent({ ...NOTHING, ...found, picture: url });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setContent({ ...NOTHING, error });
      },
    );
    const unregister = onWipe(forget);
    return () => {
      unregister();
      forget();
    };
  }, [groupId, nodeId, isWanted]);
  return content;
}

/** One after another, so that the vault reads the file once. */
async function read(groupId: string, nodeId: string, signal: AbortSignal) {
  const drive = vault().drive(groupId);
  const text = await present(async () => {
    const download = await drive.download(nodeId, { variant: 'text', signal });
    return new TextDecoder().decode(await download.bytes());
  });
  const document = await present(async () => {
    const range = { start: 0, end: 0 };
    const download = await drive.download(nodeId, { variant: 'document', range, signal });
    await download.bytes();
    return download.mime_type;
  });
  if (text === undefined && document === undefined) return { text, document, picture: undefined };
  const picture = await present(async () =>
    (await drive.download(nodeId, { variant: 'preview', signal })).blob(),
  );
  return { text, document, picture };
}

/** Undefined where the vault has none. */
async function present<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}
