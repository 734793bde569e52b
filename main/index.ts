/**
 * Entry point of the desktop program. `--srvault …` runs the command line instead, so that an installed application
 * provides `srvault` without Node on the computer.
 */
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { setHostLauncher } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { disableCoreDumps } from '#server/system/config/disable-core-dumps.ts';
import { runDesktop } from './desktop-app.ts';
import { readDesktopOptions } from './desktop-options.ts';
import { startSandboxOnceReady } from './host/command-line-sandbox.ts';

const COMMAND_LINE = '--srvault';
const REMOTE_DEBUGGING = ['remote-debugging-port', 'remote-debugging-pipe'];
/** Added by the launcher of an AppImage if the system forbids user namespaces. */
const NO_SANDBOX = 'no-sandbox';

// Also for a remote vault, because its shown content passes through this process.
disableCoreDumps();

const commandLineAt = process.argv.indexOf(COMMAND_LINE);
if (commandLineAt >= 0) {
  setHostLauncher(() => startSandboxOnceReady(fileURLToPath(new URL('.', import.meta.url))));
  process.argv = [process.execPath, 'srvault', ...process.argv.slice(commandLineAt + 1)];
  // A bundle beside this one, which ends with its command. Not awaited, because Electron is ready, and can start
  // processes for pictures, only after this module was read.
  import(new URL('./srvault.js', import.meta.url).href).then(
    () => app.exit(Number(process.exitCode ?? 0)),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : 'The command line did not start.'}\n`);
      app.exit(1);
    },
  );
} else if (app.isPackaged && REMOTE_DEBUGGING.some((name) => app.commandLine.hasSwitch(name))) {
  // An installed program allows no debugger to inspect its page.
  app.exit(1);
} else if (app.isPackaged && app.commandLine.hasSwitch(NO_SANDBOX)) {
  process.stderr.write(
    'The vault does not start without Chromium’s sandbox. Allow unprivileged user namespaces, or install the Debian package.\n',
  );
  app.exit(1);
} else {
  runDesktop(readDesktopOptions(process.argv, app.isPackaged)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : 'The desktop did not start.'}\n`);
    app.exit(1);
  });
}
