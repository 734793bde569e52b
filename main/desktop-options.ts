/** Options of a desktop start, from the command line and the platform's folders. */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#server/system/config/env.ts';

export interface DesktopOptions {
  /** Data folder of the vault. */
  readonly dataDir: string;
  /** Chromium's files, window position, settings and logs: one folder per vault, without clinical content. */
  readonly shellDir: string;
  /** Folder for files being dragged out, in memory if the platform has such a folder. */
  readonly dragDir: string;
  /** Folder of the built interface. */
  readonly uiDir: string;
  /** Built worker thread of the vault. */
  readonly threadFile: string;
  /** Built worker thread for a travelling copy. */
  readonly copyThreadFile: string;
  /** Port of the vault's server. Undefined uses the default port, or a free one if it is taken. */
  readonly port: number | undefined;
  readonly isDevelopment: boolean;
}

const HASH_CHARS = 16;

/** Parses `--data=DIR` and `--port=N`; other arguments are Chromium's. */
export function readDesktopOptions(argv: readonly string[], isPackaged: boolean): DesktopOptions {
  const { defaultDataDir, stateDir } = readEnvironment();
  // `||` because an empty value, as of an unset variable, would mean the current folder.
  const dataDir = resolve(switchOf(argv, 'data') || defaultDataDir);
  const port = switchOf(argv, 'port');
  const folderName = createHash('sha256').update(dataDir).digest('hex').slice(0, HASH_CHARS);
  const shellDir = join(stateDir, 'desktop', folderName);
  const runDir = process.env['XDG_RUNTIME_DIR'];
  return {
    dataDir,
    shellDir,
    dragDir: runDir ? join(runDir, `sealed-records-vault-${folderName}`) : join(shellDir, 'drag'),
    uiDir: built('renderer'),
    threadFile: built('main/vault-thread.js'),
    copyThreadFile: built('main/copy-thread.js'),
    port: port !== undefined && /^\d{1,5}$/.test(port) ? Number(port) : undefined,
    isDevelopment: !isPackaged,
  };
}

/** Returns the path of a built file: this module is in `dist/main` when bundled, in `main` as source (in tests). */
function built(name: string): string {
  const relative = import.meta.url.endsWith('.ts') ? `../dist/${name}` : `../${name}`;
  return fileURLToPath(new URL(relative, import.meta.url));
}

function switchOf(argv: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  return argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}
