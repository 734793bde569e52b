/**
 * Configures spell checking without downloads: the operating system's own on macOS. Elsewhere only dictionaries
 * (`en-US-10-1.bdic`) that an administrator put into the folder, because Chromium would otherwise download them.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';

/** Unreachable address, so that missing dictionaries are not downloaded. */
const NO_DOWNLOADS = 'app://none/';
const DICTIONARY = /^([a-z]{2,3}(?:-[A-Z]{2})?)-\d+-\d+\.bdic$/;

/**
 * Configures spell checking of a session. @param folder for Chromium's dictionaries: `Dictionaries` of the user
 * data folder.
 */
export function setUpSpellCheck(session: Session, folder: string, platform: NodeJS.Platform): void {
  session.setSpellCheckerDictionaryDownloadURL(NO_DOWNLOADS);
  const bringsItsOwn = platform === 'darwin';
  const languages = bringsItsOwn ? [] : installedLanguages(join(folder, 'Dictionaries'));
  session.setSpellCheckerEnabled(bringsItsOwn || languages.length > 0);
  if (languages.length > 0) session.setSpellCheckerLanguages(languages);
}

function installedLanguages(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => DICTIONARY.exec(name)?.[1] ?? []);
}
