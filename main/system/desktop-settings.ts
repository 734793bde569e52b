/** Desktop settings of this computer, in a file beside the window position. No clinical content. */
import { join } from 'node:path';
import type { DesktopSettings } from '#main/preload/bridge.ts';
import { readJsonFile, writeJsonFile } from './json-file.ts';

const DEFAULTS: DesktopSettings = { content_protection: false };

export interface SettingsFile {
  readonly read: () => DesktopSettings;
  readonly write: (settings: DesktopSettings) => void;
}

export function createSettingsFile(folder: string): SettingsFile {
  const file = join(folder, 'desktop-settings.json');
  return {
    read() {
      const content = readJsonFile(file);
      const isSet = typeof content === 'object' && content !== null && 'content_protection' in content;
      return isSet ? { content_protection: content.content_protection === true } : DEFAULTS;
    },
    write: (settings) => writeJsonFile(file, settings),
  };
}
