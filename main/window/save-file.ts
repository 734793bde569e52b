/**
 * Native save dialogs. A file of the vault is streamed from the loopback server straight to the chosen
 * place; until it is whole it stands there under another name, and a failed one is removed.
 */

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { app, type BrowserWindow, dialog } from 'electron';
import { type Dispatcher, request } from 'undici';
import type { ForwardTarget } from '#main/host/forward-request.ts';
import type { SaveContentRequest, SaveOutcome } from '#main/preload/bridge.ts';

const CANCELED: SaveOutcome = { outcome: 'canceled' };
const SAVED: SaveOutcome = { outcome: 'saved' };

/** @throws Error with words for the person when the file could not be read or written. */
export async function saveContent(
  window: BrowserWindow,
  target: ForwardTarget,
  wanted: SaveContentRequest,
): Promise<SaveOutcome> {
  const path = await askWhere(window, wanted.suggested_name);
  if (path === undefined) return CANCELED;
  await writeWhole(path, await fetchContent(target, wanted));
  return SAVED;
}

/** @throws Error with words for the person when the vault refuses. */
export async function fetchContent(
  target: ForwardTarget,
  { security_group_id, node_id, authorization }: SaveContentRequest,
): Promise<Dispatcher.ResponseData['body']> {
  const path = `/v1/drives/${security_group_id}/nodes/${node_id}/content`;
  const { reach, dispatcher } = target;
  const answer = await reach(
    (origin) => request(new URL(path, origin), { dispatcher, headers: { authorization } }),
    true,
  );
  if (answer.statusCode === 200) return answer.body;
  await answer.body.dump();
  throw new Error('The vault did not hand out this file.');
}

/** What leaves the vault in clear is its owner's alone, whatever the umask says. */
export const OWNER_ONLY = 0o600;

/** The chosen path; undefined when the person closed the dialog. */
export async function askWhere(window: BrowserWindow, name: string): Promise<string | undefined> {
  const defaultPath = join(app.getPath('downloads'), name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath });
  return canceled || filePath === '' ? undefined : filePath;
}

/** Whole or not at all. @throws Error with words for the person. */
export async function writeWhole(path: string, body: Dispatcher.ResponseData['body']): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(body, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new Error('The file could not be saved.', { cause: error });
  }
}
