import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXIT, errorDocument, exitCodeOf, UsageError } from '#cli/exit-codes.ts';
import { runCommandLine } from '#cli/program.ts';
import { ERROR_STATUS, isErrorCode } from '#contract/errors/error-codes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { APIConnectionError, APIUserAbortError, IntegrityError } from '#sdk/errors.ts';
import { FOUNDING, PASSPHRASE } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import {
  errorBody,
  type FakeVault,
  type ScriptedAnswer,
  startFakeVault,
} from '#test/support/sdk-fake-server.ts';
import { writeProfile } from './fake-profile.ts';
import { documentOf, srvault, startSrvault, textOf } from './run-srvault.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const BY_STATUS: Readonly<Record<number, number>> = {
  400: 7,
  401: 3,
  402: 11,
  403: 4,
  404: 5,
  409: 6,
  422: 7,
  429: 8,
  500: 9,
  502: 10,
};

describe('exitCodeOf', () => {
  test.each(Object.entries(ERROR_STATUS))('%s ends as its status says', (code, status) => {
    if (!isErrorCode(code)) throw new Error('unknown code');
    expect(exitCodeOf(new VaultError(code, 'x'))).toBe(BY_STATUS[status]);
  });

  test.each([
    [new UsageError('x'), EXIT.usage, 'usage'],
    [new CommanderError(1, 'commander.unknownOption', 'x'), EXIT.usage, 'usage'],
    [new APIConnectionError('x'), EXIT.protocol, 'connection_failed'],
    [new APIUserAbortError(), EXIT.interrupted, 'interrupted'],
    [new IntegrityError('x'), EXIT.crypto, 'crypto_error'],
    [new RangeError('x'), EXIT.unexpected, 'unexpected'],
  ])('%s has its own code', (error, exit, code) => {
    expect(exitCodeOf(error)).toBe(exit);
    expect(errorDocument(error).error).toMatchObject({ code });
  });

  test('help is no failure', () => {
    expect(exitCodeOf(new CommanderError(0, 'commander.helpDisplayed', 'x'))).toBe(0);
  });
});

describe('srvault against answers of every status', () => {
  let vault: FakeVault;
  let answer: ScriptedAnswer;
  let root: string;
  let profile: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'srvault-exit-'));
    vault = await startFakeVault(({ path }) => {
      if (path === '/v1/session') return { status: 201, body: { session_token: 'bearer', session: {} } };
      return path === '/v1/session/lock' ? { body: {} } : answer;
    });
    profile = join(root, 'credential');
    writeProfile(profile, vault);
  });
  afterAll(async () => {
    await vault.close();
    rmSync(root, { recursive: true });
  });

  const get = (...more: string[]) => srvault(['patients', 'get', ID, '--profile', profile, ...more]);

  test.each([
    ['malformed_request', 7],
    ['session_rejected', 3],
    ['insufficient_credit', 11],
    ['group_key_unavailable', 4],
    ['not_found', 5],
    ['version_conflict', 6],
    ['invalid_request', 7],
    ['crypto_error', 9],
  ] as const)('%s ends with %i, one JSON document and one line on stderr', async (code, exitCode) => {
    answer = { status: ERROR_STATUS[code], body: errorBody(code, 'what to do') };
    const run = await get('--json');
    expect(run.exitCode).toBe(exitCode);
    expect(documentOf(run).error).toMatchObject({ code, message: 'what to do', status: ERROR_STATUS[code] });
    expect(run.stderr).toBe(`srvault: what to do (${code}, reference trace-1)\n`);
  });

  test('429 ends with 8 where the wait is too long to be waited out', async () => {
    answer = { status: 429, headers: { 'retry-after': '60' }, body: errorBody('rate_limited') };
    expect((await get()).exitCode).toBe(8);
  });

  test('502 and a vault that is not there end with 10', async () => {
    answer = { status: 502, body: errorBody('protocol_error') };
    expect((await get()).exitCode).toBe(10);
    const lost = await get('--url', 'https://127.0.0.1:9', '--json');
    expect(lost.exitCode).toBe(10);
    expect(documentOf(lost).error.code).toBe('connection_failed');
  });

  test('SIGINT ends a waiting command with 130', async () => {
    answer = { hang: true };
    const before = vault.requests.length;
    const child = startSrvault(['patients', 'get', ID, '--profile', profile]);
    const stdout = textOf(child.stdout);
    const stderr = textOf(child.stderr);
    while (!vault.requests.slice(before).some(({ path }) => path.endsWith(ID))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    child.kill('SIGINT');
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    expect(exitCode).toBe(130);
    expect(await stdout).toBe('');
    expect(await stderr).toBe('srvault: interrupted\n');
  });

  test('so does one in this process, which others word in their own way', async () => {
    await copyPreparedVault(join(root, 'interrupted'), FOUNDING);
    const said: string[] = [];
    const stop = new AbortController();
    stop.abort();
    const args = ['verify', '--data', join(root, 'interrupted', 'vault'), '--json'];
    const exitCode = await runCommandLine(args, {
      env: { SRVAULT_PASSPHRASE: PASSPHRASE },
      stdin: Readable.from([]),
      stdout: (text) => void said.push(text),
      stdoutBytes: (_bytes, done) => done(),
      stderr: (text) => void said.push(text),
      isInteractive: false,
      signal: stop.signal,
    });
    expect(exitCode).toBe(130);
    expect(said[0]).toBe('srvault: interrupted\n');
    expect(JSON.parse(said[1] ?? '').error.code).toBe('interrupted');
  });

  test.each(['SIGHUP', 'SIGTERM'] as const)(
    '%s in a download leaves nothing in clear behind, also where it comes twice from a closed terminal',
    async (signal) => {
      answer = { body: Buffer.alloc(2_000_000, 'x'), holdAfter: 1_000_000 };
      const folder = mkdtempSync(join(root, 'download-'));
      const child = startSrvault(['drive', 'get', ID, '--out', join(folder, 'f'), '--profile', profile]);
      const closed = new Promise((resolve) => child.on('close', resolve));
      await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true);
      child.kill(signal);
      if (signal === 'SIGHUP') child.kill(signal);
      expect(await closed).toBe(130);
      expect(readdirSync(folder)).toEqual([]);
    },
  );
});
