import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Stage, startStage } from '#scripts/testing/stage.ts';

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
