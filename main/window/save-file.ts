/**
 * Save dialogs for files. Streams a file from the loopback server to the chosen path. It has a temporary name until
 * complete, and is removed on failure.
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

/**
 * Saves a file of the vault at a chosen path. @throws Error with a message for the person if it cannot be read or
 * written.
 */
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

/** Requests content from the vault's server. @throws Error with a message for the person if the vault refuses. */
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
  throw new Error('The vault did not send this file. Nothing was saved. Try again.');
}

/** Permissions of unencrypted files: owner only, whatever the umask. */
export const OWNER_ONLY = 0o600;

/** Returns the chosen path; undefined if the person cancelled. */
export async function askWhere(window: BrowserWindow, name: string): Promise<string | undefined> {
  const defaultPath = join(app.getPath('downloads'), name);
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath });
  return canceled || filePath === '' ? undefined : filePath;
}

/** Writes the complete file or nothing. @throws Error with a message for the person. */
export async function writeWhole(path: string, body: Dispatcher.ResponseData['body']): Promise<void> {
  const partial = `${path}.part`;
  try {
    await pipeline(body, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY }));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw new Error('The file could not be saved. Check the folder and the free space, then try again.', {
      cause: error,
    });
  }
}
