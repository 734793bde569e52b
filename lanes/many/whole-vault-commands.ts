/** Commands that process the whole vault, each run with a small heap and measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVE, serverEnvironment } from '#lanes/torture/served-vault.ts';

const HEAP_MIB = 160;
const OK = 0;
/** Number of damaged files that a sample may report; nothing else may be reported. */
const DAMAGED = 10;
const TOLD_CHARS = 400;
/**
 * Preloaded code by which the process reports its peak memory on its own stream. Linux starts `maxRSS` with the memory
 * of the starting process, so its own peak is read there instead.
 */
const TELL_MEMORY = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync, writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  const most = () => {
    try { return /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]; }
    catch { return process.resourceUsage().maxRSS; }
  };
  if (isMainThread) process.on('exit', () => writeSync(3, String(most())));
`)}`;

export interface Walked {
  readonly command: string;
  readonly seconds: number;
  readonly maxRssBytes: number;
  /** Reason if it did not end as expected. */
  readonly failure?: string;
}

interface Place {
  readonly dataDir: string;
  readonly stateDir: string;
}

export async function walk(
  { dataDir, stateDir }: Place,
  target: string,
  passphrase: string,
  say: (text: string) => void,
): Promise<Walked[]> {
  const backup = ['backup', '--to', target];
  const commands: readonly (readonly [command: string, args: readonly string[], code: number])[] = [
    ['doctor', ['doctor'], OK],
    ['audit verify', ['audit', 'verify'], OK],
    ['audit export', ['audit', 'export', '--lines'], OK],
    ['backup', backup, DAMAGED],
    ['the next backup', backup, DAMAGED],
  ];
  const walked: Walked[] = [];
  for (const [command, args, code] of commands) {
    say(command);
    const ended = await run([...args, '--data', dataDir], {
      ...serverEnvironment(stateDir),
      SRVAULT_PASSPHRASE: passphrase,
    });
    walked.push({
      ...{ command, seconds: ended.seconds, maxRssBytes: ended.maxRssBytes },
      ...(ended.code === code ? {} : { failure: `ended ${ended.code}: ${ended.words}` }),
    });
  }
  return walked;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const beganMs = performance.now();
  const [program = ''] = SERVE;
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MIB}`, '--import', TELL_MEMORY, program, ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const words: string[] = [];
  const memory: string[] = [];
  child.stdout?.on('data', (bytes: Buffer) => keep(words, bytes));
  child.stderr?.on('data', (bytes: Buffer) => keep(words, bytes));
  child.stdio[3]?.on('data', (bytes: Buffer) => void memory.push(String(bytes)));
  const [code] = await once(child, 'close');
  return {
    code: Number(code),
    words: words.join('').slice(-TOLD_CHARS),
    seconds: (performance.now() - beganMs) / 1000,
    maxRssBytes: Number(memory.join('')) * 1024,
  };
}

/** Keeps only the end of the output. */
function keep(words: string[], bytes: Buffer): void {
  words.push(String(bytes).slice(-TOLD_CHARS));
  if (words.length > 8) words.shift();
}
