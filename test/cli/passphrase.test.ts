import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliContext } from '#cli/context.ts';
import { EXIT, exitCodeOf, UsageError } from '#cli/exit-codes.ts';
import { withHiddenInput } from '#cli/terminal/hidden-prompt.ts';
import { readNewPassphrase, readPassphrase } from '#cli/terminal/passphrase.ts';

const LOCAL = join(import.meta.dirname, '..', 'fixtures', 'records', 'local');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'passphrase-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Simulated terminal whose person types one line per question. */
function terminal(lines: readonly string[], env: Record<string, string> = {}) {
  const typed = [...lines];
  const printed: string[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => void printed.push(on ? '<raw>' : '<cooked>'),
  });
  const stop = new AbortController();
  const context: CliContext = {
    env,
    stdin,
    stdout: (text) => printed.push(`stdout: ${text}`),
    stdoutBytes: (_bytes, done) => done(),
    stderr: (text) => {
      printed.push(text);
      if (!text.endsWith(': ')) return;
      const answer = typed.shift();
      if (answer !== '') stdin.write(answer ?? '\u0003');
    },
    isInteractive: true,
    signal: stop.signal,
  };
  return { context, printed, stop };
}

describe('readPassphrase', () => {
  test('asks on stderr and shows nothing of what is typed', async () => {
    const { context, printed } = terminal(['größx\u007Fer Satz\r']);
    expect(await readPassphrase(context, {})).toBe('größer Satz');
    expect(printed).toEqual(['<raw>', 'Passphrase: ', '\n', '<cooked>']);
  });

  test('what answers at once, and more than was asked for, is never shown and not lost', async () => {
    const { context, printed } = terminal(['copper heron ninth\rcopper heron ninth\rand more\r']);
    expect(await readPassphrase(context, {}, { confirm: true })).toBe('copper heron ninth');
    expect(printed).toEqual([
      '<raw>',
      'Passphrase (12 characters or more): ',
      '\n',
      'Once more: ',
      '\n',
      '<cooked>',
    ]);
    expect(await readPassphrase(context, {})).toBe('and more');
  });

  test('several questions of one command leave raw mode once, after the last', async () => {
    const { context, printed } = terminal(['invite\n', 'copper heron ninth\n', 'copper heron ninth\n']);
    await withHiddenInput(context, async () => {
      expect(await readPassphrase(context, {})).toBe('invite');
      expect(await readNewPassphrase(context, {})).toBe('copper heron ninth');
    });
    expect(printed.filter((text) => text.startsWith('<'))).toEqual(['<raw>', '<cooked>']);
  });

  test('a process that is told to end does not wait for an answer', async () => {
    const { context, printed, stop } = terminal(['']);
    const asked = readPassphrase(context, {}).catch((thrown: unknown) => thrown);
    stop.abort();
    expect(exitCodeOf(await asked)).toBe(EXIT.interrupted);
    expect(printed).toContain('<cooked>');
  });

  test('a new one that is too short is told before it is asked for again', async () => {
    const { context, printed } = terminal(['kurz\r', 'never asked\r']);
    const error = await readPassphrase(context, {}, { confirm: true }).catch((thrown: unknown) => thrown);
    expect(exitCodeOf(error)).toBe(EXIT.invalid);
    expect(String(error)).toContain('12 characters or more');
    expect(printed).not.toContain('Once more: ');
  });

  test('asks twice for a new one and refuses two that differ', async () => {
    const same = terminal(['copper heron ninth\n', 'copper heron ninth\n']);
    expect(await readPassphrase(same.context, {}, { confirm: true })).toBe('copper heron ninth');
    const differ = terminal(['copper heron ninth\n', 'copper heron tenth\n']);
    await expect(readPassphrase(differ.context, {}, { confirm: true })).rejects.toBeInstanceOf(UsageError);
  });

  test.each([
    ['Ctrl+U takes all of it back', 'wrong one\u0015copper heron\r'],
    ['Ctrl+W takes a word back', 'copper crane \u0017heron\r'],
    ['arrows and function keys write nothing', 'cop\u001B[D\u001B[1;5Cper\u001BOP heron\u001B[3~\r'],
    ['Esc alone writes nothing and ends nothing', 'copper heron\u001B\r'],
    ['other control keys write nothing', 'copper\u001A\u000C heron\u0001\r'],
  ])('%s', async (_what, typed) => {
    const { context } = terminal([typed]);
    expect(await readPassphrase(context, {})).toBe('copper heron');
  });

  test.each(['\r', '\u0004', 'half\u0015\r'])('nothing typed (%j) is no guess', async (typed) => {
    const { context } = terminal([typed]);
    await expect(readPassphrase(context, {})).rejects.toThrow('No passphrase was given.');
  });

  test('a terminal that is gone is an interruption', async () => {
    const { context } = terminal(['']);
    const asked = readPassphrase(context, {}).catch((thrown: unknown) => thrown);
    context.stdin.destroy(Object.assign(new Error('read EIO'), { code: 'EIO', syscall: 'read' }));
    expect(exitCodeOf(await asked)).toBe(EXIT.interrupted);
  });

  test('Ctrl+C is an interruption', async () => {
    const { context } = terminal(['half\u0003']);
    const error = await readPassphrase(context, {}).catch((thrown: unknown) => thrown);
    expect(exitCodeOf(error)).toBe(EXIT.interrupted);
  });

  test('a file goes before the environment, and both before the question', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, 'from the file\r\n', { mode: 0o600 });
    const { context, printed } = terminal([], { SRVAULT_PASSPHRASE: 'from the environment' });
    expect(await readPassphrase(context, { passphraseFile: path })).toBe('from the file');
    expect(await readPassphrase(context, {})).toBe('from the environment');
    expect(printed).toEqual([]);
  });

  test.each(['L01-passphrase-utf8-bom-crlf.txt', 'L02-passphrase-utf16le.txt'])(
    'a file as an editor or PowerShell writes it holds what a person can type: %s',
    async (name) => {
      const path = join(folder, name);
      writeFileSync(path, readFileSync(join(LOCAL, name)), { mode: 0o600 });
      const { context } = terminal([]);
      expect(await readPassphrase(context, { passphraseFile: path })).toBe('copper heron ninth landing 17');
    },
  );

  test('a file that is no text is refused, and nothing of it is repeated', async () => {
    const path = join(folder, 'binary');
    writeFileSync(path, Buffer.from([0x61, 0x62, 0x00, 0xff, 0x01]), { mode: 0o600 });
    const { context, printed } = terminal([]);
    await expect(readPassphrase(context, { passphraseFile: path })).rejects.toThrow(/not text/);
    expect(printed).toEqual([]);
  });

  test('warns of a file that others may read, and refuses an empty or missing one', async () => {
    const path = join(folder, 'open');
    writeFileSync(path, 'secret words');
    chmodSync(path, 0o644);
    const { context, printed } = terminal([]);
    expect(await readPassphrase(context, { passphraseFile: path })).toBe('secret words');
    expect(printed.join('')).toContain('chmod 600');
    expect(printed.join('')).not.toContain('secret words');
    writeFileSync(path, '\n');
    await expect(readPassphrase(context, { passphraseFile: path })).rejects.toBeInstanceOf(UsageError);
    await expect(readPassphrase(context, { passphraseFile: '/nowhere' })).rejects.toBeInstanceOf(UsageError);
  });
});
