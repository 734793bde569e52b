/**
 * Bundles the code for Node and for Electron's main process into `dist/main`: desktop program, vault thread with its
 * workers, command line. One flat folder, because workers are found beside the file that starts them. The preload
 * becomes one CommonJS file, because a sandboxed preload cannot import others.
 */
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { workerFiles } from '#scripts/desktop/worker-files-plugin.ts';
import { build } from './production-build.ts';

const BUILTIN = [...builtinModules, /^node:/];

export function buildMain(): Promise<void> {
  return bundleForNode(join(ROOT, 'dist', 'main'), {
    index: join(ROOT, 'main', 'index.ts'),
    srvault: join(ROOT, 'cli', 'srvault.ts'),
    // Listed, because its path is chosen at run time and no pattern finds it.
    'vault-thread': join(ROOT, 'main', 'vault', 'vault-thread.ts'),
    'copy-thread': join(ROOT, 'main', 'vault', 'copy-thread.ts'),
  });
}

/** Bundles code for Node. @param input entries by file name. Workers and WebAssembly are written beside them. */
export async function bundleForNode(outDir: string, input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [workerFiles()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      // Includes the WebAssembly of the codecs.
      emitAssets: true,
      target: 'node22',
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        // Also chosen at run time.
        input: {
          ...input,
          'argon2-worker': join(ROOT, 'lib', 'crypto', 'hazmat', 'argon2', 'argon2-worker.ts'),
        },
        // Native modules stay packages, because binaries cannot be bundled.
        external: [...BUILTIN, 'electron', 'better-sqlite3', 'sharp'],
        // Off, because compiled codecs would cause a warning in each build.
        checks: { eval: false },
        output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

export async function buildPreload(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node22',
      outDir: join(ROOT, 'dist', 'preload'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: { preload: join(ROOT, 'main', 'preload', 'preload.ts') },
        external: [...BUILTIN, 'electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  });
}
