/** Commands that process the whole vault, each run with a small heap and measured. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SERVE, serverEnvironment } from '#lanes/torture/served-vault.ts';

const HEAP_MIB = 160;
/** Heap of the verification, which keeps a finding of each file, because each is damaged. */
const VERIFY_HEAP_MIB = 1_536;
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
  /** True where it keeps each finding, and here every file is one; then its memory grows with their number. */
  readonly keepsFindings: boolean;
  /** Reason if it did not end as expected. */
  readonly failure?: string;
}

interface Place {
  readonly dataDir: string;
  readonly stateDir: string;
}

/** `target`: folder of the backups; undefined leaves them out. */
export async function walk(
  { dataDir, stateDir }: Place,
  target: string | undefined,
  passphrase: string,
  say: (text: string) => void,
): Promise<Walked[]> {
  const backup = target === undefined ? undefined : ['backup', '--to', target];
  const commands: readonly Command[] = [
    { command: 'doctor', args: ['doctor'], code: OK },
    { command: 'audit verify', args: ['audit', 'verify'], code: OK },
    { command: 'audit export', args: ['audit', 'export', '--lines'], code: OK },
    { command: 'verify', args: ['verify'], code: DAMAGED, keepsFindings: true },
    ...(backup ? [{ command: 'backup', args: backup, code: DAMAGED }] : []),
    ...(backup ? [{ command: 'the next backup', args: backup, code: DAMAGED }] : []),
  ];
  const walked: Walked[] = [];
  for (const { command, args, code, keepsFindings = false } of commands) {
    say(command);
    const heapMib = keepsFindings ? VERIFY_HEAP_MIB : HEAP_MIB;
    const ended = await run(heapMib, [...args, '--data', dataDir], {
      ...serverEnvironment(stateDir),
      SRVAULT_PASSPHRASE: passphrase,
    });
    say(`${command}: ${ended.seconds.toFixed(1)} s`);
    walked.push({
      ...{ command, keepsFindings, seconds: ended.seconds, maxRssBytes: ended.maxRssBytes },
      ...(ended.code === code ? {} : { failure: `ended ${ended.code}: ${ended.words}` }),
    });
  }
  return walked;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly code: number;
  readonly keepsFindings?: boolean;
}

async function run(heapMib: number, args: readonly string[], env: NodeJS.ProcessEnv) {
  const beganMs = performance.now();
  const [program = ''] = SERVE;
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMib}`, '--import', TELL_MEMORY, program, ...args],
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
