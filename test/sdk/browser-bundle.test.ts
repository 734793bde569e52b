/** Checks that a page bundle of the SDK contains nothing of Node. */
import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRY = join(ROOT, 'sdk', 'entry-of-the-test.ts');

/** Bundles a page script in memory; returns the included and the external modules. */
async function bundle(code: string): Promise<{ modules: string[]; externals: string[] }> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, rollupOptions: { input: ENTRY } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? code : undefined),
      },
    ],
  });
  if (!Array.isArray(result) && !('output' in result)) throw new Error('no output');
  const outputs: Rollup.RollupOutput[] = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
  return {
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
    externals: chunks
      .flatMap((chunk) => chunk.imports)
      .filter((name) => !chunks.some((chunk) => chunk.fileName === name)),
  };
}

describe('the SDK in a page', () => {
  test.each([
    [
      'client and transport',
      `import { createClient } from '#sdk/client.ts'; import { fetchTransport } from '#sdk/transport-fetch.ts';`,
    ],
    [
      'the whole front door',
      `import { createClient, fetchTransport, reportFromText } from '#sdk/index.ts'; globalThis.r = reportFromText;`,
    ],
  ])('%s brings nothing of Node', async (_name, imports) => {
    const { modules, externals } = await bundle(
      `${imports} globalThis.c = createClient({ transport: fetchTransport() });`,
    );
    expect(modules.some((name) => name.endsWith('sdk/client.ts'))).toBe(true);
    expect(
      modules.filter((name) =>
        /jsdom|undici|node:|__vite-browser-external|sdk\/(node|transport-node)/.test(name),
      ),
    ).toEqual([]);
    expect(externals).toEqual([]);
  });
});
