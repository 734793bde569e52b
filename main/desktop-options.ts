/** What a start of the desktop works on, read from the command line and the platform's folders. */
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from '#server/system/config/env.ts';

export interface DesktopOptions {
  /** The vault. */
  readonly dataDir: string;
  /** Chromium's own files, window place, settings, logs: one folder per vault, none of it clinical. */
  readonly shellDir: string;
  /** For files on their way out by drag: memory where the platform has such a folder. */
  readonly dragDir: string;
  /** The built interface. */
  readonly uiDir: string;
  /** The built worker thread of the vault. */
  readonly threadFile: string;
  /** That of the thread that works on a travelling copy. */
  readonly copyThreadFile: string;
  /** Undefined: the default port, or a free one where that is taken. */
  readonly port: number | undefined;
  readonly isDevelopment: boolean;
}

const HASH_CHARS = 16;

/** Understands `--data=DIR` and `--port=N`; the rest of the command line belongs to Chromium. */
export function readDesktopOptions(argv: readonly string[], isPackaged: boolean): DesktopOptions {
  const { defaultDataDir, stateDir } = readEnvironment();
  // An empty one, as of a variable nobody set, would be the folder the application happens to be started in.
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

/** Bundled, this file lies in `dist/main`; as source (in tests), in `main`. */
function built(name: string): string {
  const relative = import.meta.url.endsWith('.ts') ? `../dist/${name}` : `../${name}`;
  return fileURLToPath(new URL(relative, import.meta.url));
}

function switchOf(argv: readonly string[], name: string): string | undefined {
  const prefix = `--${name}=`;
  return argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
}
