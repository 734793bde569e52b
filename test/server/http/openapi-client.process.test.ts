/**
 * Tests a client generated from the OpenAPI document: it completes the demo against a real vault, and the page's
 * samples have its types.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '#server/http/openapi/document.ts';
import { objectAt } from '#server/http/openapi/page/page-html.ts';
import { operationsOf, sampleCallOf } from '#server/http/openapi/sample-call.ts';
import { SAMPLE_STARTS, samplesOf } from '#server/http/openapi/samples.ts';
import { startLiveVault } from '#test/support/live-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  },
};

/** Returns the page's samples, each in its own function. */
function typeScriptSamples(): string {
  const document = openApiDocument();
  const calls = operationsOf(document).map((operation) => {
    const { TypeScript } = samplesOf(sampleCallOf(operation, objectAt(document, 'components')));
    return `export async function ${String(operation.operation['operationId'])}() {\n${TypeScript}\nreturn { data, error, response };\n}`;
  });
  expect(calls.length).toBeGreaterThan(150);
  return [SAMPLE_STARTS.TypeScript, ...calls].join('\n');
}

test('openapi-typescript and openapi-fetch make a client that type-checks and holds', async () => {
  const vault = await startLiveVault();
  onTestFinished(vault.close);
  const folder = testTempDir();
  const at = (name: string) => join(folder, name);
  writeFileSync(at('openapi.json'), JSON.stringify(await vault.admin.vault.openApi()));
  writeFileSync(at('package.json'), '{"type":"module"}');
  writeFileSync(at('tsconfig.json'), JSON.stringify({ ...TSCONFIG, include: ['*.ts'] }));
  symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
  writeFileSync(at('samples.ts'), typeScriptSamples());
  copyFileSync(join(ROOT, 'test/fixtures/openapi-client/journey.ts.txt'), at('journey.ts'));
  const generator = join(ROOT, 'test/support/contract/generate-client-types.ts');
  await run(process.execPath, [generator, at('openapi.json'), at('schema.d.ts')]);
  const types = await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
  expect(types.stdout).toBe('');
  const journey = await run(process.execPath, [at('journey.ts'), vault.url, vault.profile, vault.group]);
  expect(journey).toEqual({ stdout: 'all of it held\n', stderr: '' });
});
