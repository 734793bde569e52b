/**
 * Spell checking without downloads: by the operating system where it brings its own (macOS), elsewhere only
 * with dictionaries (`en-US-10-1.bdic`) that an administrator has put into the folder. Chromium would
 * otherwise fetch them from a server of its maker.
 */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';

/** Nothing answers there; a dictionary that is not on the disk is not fetched. */
const NO_DOWNLOADS = 'app://none/';
const DICTIONARY = /^([a-z]{2,3}(?:-[A-Z]{2})?)-\d+-\d+\.bdic$/;

/** @param folder where Chromium looks for dictionaries: `Dictionaries` of the user data folder. */
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
