import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Stage, startStage } from '#scripts/testing/parallel-command.ts';

const script = (code: string) => startStage(process.execPath, ['-e', code]);

async function told(stage: Stage): Promise<{ ok: boolean; said: string }> {
  const out = new PassThrough();
  const ok = await stage.tell(out);
  out.end();
  return { ok, said: (await text(out)).split('\n').slice(2).join('\n') };
}

describe('a stage', () => {
  test('runs before it is told, and all it said is told then, in its order', async () => {
    const [first, second] = [
      script('console.log(1); setTimeout(() => console.log(2), 300)'),
      script('console.log(3)'),
    ];
    expect(await told(first)).toEqual({ ok: true, said: '1\n2\n' });
    expect(await told(second)).toEqual({ ok: true, said: '3\n' });
  });

  test.each([
    ['nothing else', 0, 'good 1\ngood 2\n'],
    [
      'the last of the others where it ended badly',
      1,
      'good 1\ngood 2\nBesides, it printed last:\nnoise\nend\n',
    ],
  ])('tells of its lines those that are shown, and %s', async (_what, code, said) => {
    const stage = script(
      `process.stdout.write('good 1\\nnoi'); process.stdout.write('se\\ngood 2\\nend', () => process.exit(${code}))`,
    );
    const out = new PassThrough();
    expect(await stage.tellLines((line) => line.startsWith('good'), out)).toBe(code === 0);
    out.end();
    expect((await text(out)).split('\n').slice(2).join('\n')).toBe(said);
  });

  test('tells errors too, and that it ended badly', async () => {
    expect(await told(script('console.error("no"); process.exitCode = 3'))).toEqual({
      ok: false,
      said: 'no\n',
    });
    expect((await told(script('process.kill(process.pid, "SIGKILL")'))).ok).toBe(false);
  });

  test('that could not start has failed and says why', async () => {
    const { ok, said } = await told(startStage('no-such-command-here', []));
    expect(ok).toBe(false);
    expect(said).toContain('no-such-command-here');
  });

  test.each([
    ['one line', 'console.log("noise")', /^✓ .*\n$/],
    ['what it said', 'console.log("noise"); process.exitCode = 1', /^✗ .*\nnoise\n$/],
  ])('that is proven tells %s', async (_what, code, told) => {
    const out = new PassThrough();
    await script(code).prove(out);
    out.end();
    expect(await text(out)).toMatch(told);
  });
});
