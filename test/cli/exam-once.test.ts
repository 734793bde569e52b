/**
 * Tests that commands for one exam refuse a second `--exam` before asking for anything, because it would be ignored.
 */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { CliContext } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { buildProgram } from '#cli/program.ts';
import { idOf } from '#test/support/ids.ts';

const context: CliContext = {
  env: {},
  stdin: Readable.from([]),
  stdout: () => undefined,
  stdoutBytes: (_bytes, done) => done(),
  stderr: () => undefined,
  isInteractive: false,
  signal: new AbortController().signal,
};
const FIRST = idOf('01890000-0000-7000-8000-000000000001');
const SECOND = idOf('01890000-0000-7000-8000-000000000002');

async function run(...words: string[]): Promise<void> {
  const program = await buildProgram(context, () => undefined);
  await program.parseAsync(words, { from: 'user' });
}

describe('an exam named twice', () => {
  test.each([
    [['export', 'fhir', '--out', 'none.json']],
    [['export', 'hl7', '--out', 'none.hl7']],
    [['export', 'sealed', '--out', 'none.html']],
    [['hl7', 'outbox', 'list']],
  ])('is refused by %j', async (words) => {
    const error = await run(...words, '--exam', FIRST, '--exam', SECOND).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toBe('--exam: give it only once here.');
  });

  test('is refused by export sealed where one is given first and another by --exam', async () => {
    const words = ['export', 'sealed', FIRST, '--out', 'none.html', '--exam', SECOND];
    await expect(run(...words)).rejects.toThrow(UsageError);
  });
});
