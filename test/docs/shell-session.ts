/**
 * Shell that runs the blocks of pages in sequence, in the checkout with its own home folder. Servers start in
 * parallel, as in a second terminal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

const PASSPHRASE = 'violet harbour mosaic 7 lantern';
const SERVES = /^npm (?:start\b|run serve\b)/;
/** Output line after which the server is ready. */
const readyOf = (code: string) => (code.startsWith('npm start') ? /^Ctrl\+C/ : /"event":"listening"/);
/** Commands that change the computer, which are never run; such a block states the reason above it. */
const CHANGES_COMPUTER = /\bsudo\b|\bapt(?:-get)?\b|--global\b|systemctl|\/etc\/|\/usr\/|rm -rf/;
const MARK = 'end-of-block';

export interface ShellSession {
  /** Runs a block and returns its output. @throws if a command failed */
  readonly run: (code: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export function openShell(home: string): ShellSession {
  const env = environment(home);
  const shell = spawn('bash', ['-o', 'errexit', '-o', 'pipefail'], { cwd: ROOT, env, stdio: 'pipe' });
  const servers: ChildProcess[] = [];
  let printed = '';
  let complaint = '';
  let wake = () => {};
  let isOpen = true;
  shell.stdout.on('data', (text: Buffer) => {
    printed += text.toString('utf8');
    wake();
  });
  shell.stderr.on('data', (text: Buffer) => {
    complaint += text.toString('utf8');
  });
  const ended = new Promise<void>((resolve) => shell.once('close', resolve as () => void)).then(() => {
    isOpen = false;
    wake();
  });

  async function run(code: string): Promise<string> {
    if (CHANGES_COMPUTER.test(code)) throw new Error(`This would change the computer:\n${code}`);
    if (SERVES.test(code)) return serve(code.trim());
    printed = '';
    complaint = '';
    shell.stdin.write(`{\n${code}\n} </dev/null\necho ${MARK}\n`);
    while (isOpen && !printed.includes(`${MARK}\n`))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (!isOpen) throw new Error(`This block failed:\n${code}\n${printed}${complaint}`);
    return printed.replace(`${MARK}\n`, '');
  }

  /** Runs as written except for the port, because another test may use the default one. */
  async function serve(code: string): Promise<string> {
    // `npm start` chooses another port itself if its own is taken.
    const command = code.startsWith('npm start') ? code : `${code} --port 0`;
    const child = spawn('bash', ['-c', command], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    servers.push(child);
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    let isReady = false;
    for await (const line of createInterface(child.stdout)) {
      text += `${line}\n`;
      isReady = readyOf(code).test(line);
      if (isReady) break;
    }
    if (!isReady) throw new Error(`This did not serve: ${command}\n${text}`);
    child.stdout.resume();
    // Other servers keep running until the end.
    if (code.startsWith('npm start')) await stop(child);
    return text;
  }

  return {
    run,
    close: async () => {
      shell.stdin.end();
      await ended;
      for (const child of servers) await stop(child);
    },
  };
}

/** Stops the process and its children, because npm is in between. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGTERM');
  await closed;
}

/** Environment without a developer's settings and display, with a passphrase for every prompt. */
function environment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(SRVAULT_|SERVICE_|XDG_|VITEST|NODE_|npm_(?!config_)|DISPLAY$|WAYLAND_DISPLAY$)/i.test(name),
  );
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    NO_UPDATE_NOTIFIER: '1',
    SRVAULT_PASSPHRASE: PASSPHRASE,
    SRVAULT_HANDOVER_PASSPHRASE: PASSPHRASE,
  };
}
