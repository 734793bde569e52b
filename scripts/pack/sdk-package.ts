/**
 * Builds `@sealed-records/sdk`: `.` runs everywhere, `./node` adds `connect` and the certificate transport.
 * Everything except undici is bundled; report builders stay separate files, loaded with the first report.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build } from '#scripts/build/production-build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { copyDeclarations } from './declarations.ts';
import { type Manifest, manifestOf, pinned } from './manifest.ts';

const ENTRIES = {
  index: join(ROOT, 'sdk', 'index.ts'),
  node: join(ROOT, 'sdk', 'node', 'index.ts'),
  'page-builders': join(ROOT, 'lib', 'report', 'dom', 'build-report-with-dom.ts'),
  'node-builders': join(ROOT, 'lib', 'report', 'pure', 'build-report-without-dom.ts'),
};

export async function writeSdkPackage(folder: string): Promise<Manifest> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'es2022',
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      // Not minified, because an uncaught error prints the source line.
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: ENTRIES,
        external: [...builtinModules, /^node:/, 'undici'],
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  writeTypes(folder);
  copyFileSync(join(ROOT, 'resources', 'packages', 'sdk.md'), join(folder, 'README.md'));
  return manifestOf('@sealed-records/sdk', 'Client of the Sealed Records Vault, for Node and for browsers.', {
    exports: {
      '.': { types: './types/sdk/index.d.ts', default: './dist/index.js' },
      './node': { types: './types/sdk/node/index.d.ts', default: './dist/node.js' },
      './package.json': './package.json',
    },
    imports: {
      // Name by which `sdk/report.ts` loads the builders.
      '#report/pure/build-report-without-dom.ts': {
        node: './dist/node-builders.js',
        default: './dist/page-builders.js',
      },
    },
    sideEffects: false,
    files: ['dist', 'types'],
    // typebox and Node's types are needed by the declarations only.
    dependencies: { ...pinned('undici', 'typebox'), '@types/node': '>=22' },
  });
}

/** Writes the compiler's declarations, with paths that work outside the checkout. */
function writeTypes(folder: string): void {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-b', join(ROOT, 'sdk')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The declarations could not be made:\n${stdout}`);
  copyDeclarations({
    from: join(ROOT, 'node_modules', '.cache', 'tsc'),
    to: join(folder, 'types'),
    entries: ['sdk/index.d.ts', 'sdk/node/index.d.ts'],
  });
}
