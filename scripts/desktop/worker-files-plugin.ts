/**
 * Bundler plugin for worker threads and sandboxes. Sources use `new URL('./name.ts', import.meta.url)`, because they
 * also run unbundled; each such file becomes an entry `name.js` beside the others. Handles subpath imports named by a
 * string (`NAME: string = '#folder/file.ts'`) the same way. Copies WebAssembly and fonts found by
 * `import.meta.resolve('package/file.wasm')`, and pdfkit's colour profile, beside them.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { ownImportPath } from '#scripts/subpath-imports.ts';
import { ROOT } from './build-stamp.ts';

const WORKER_URL = /new URL\(\s*'\.\/([\w-]+)\.ts',\s*import\.meta\.url,?\s*\)/g;
const DATA_FILE = /import\.meta\.resolve\(\s*'([\w@/.-]+\.(?:wasm|ttf))',?\s*\)/g;
const NAMED_MODULE = /: string = '(#[\w/-]+\.ts)'/g;

export function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/pdfkit.node.mjs')) {
        const fileName = 'data/sRGB_IEC61966_2_1.icc';
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(dirname(id), fileName)) });
        return undefined;
      }
      if (
        !id.endsWith('.ts') ||
        id.includes('node_modules') ||
        !/new URL\(|\.(?:wasm|ttf)'|: string = '#/.test(code)
      )
        return undefined;
      let found = false;
      const replaced = code.replaceAll(WORKER_URL, (_all, name: string) => {
        found = true;
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` });
        return `new URL('./${name}.js', import.meta.url)`;
      });
      const named = replaced.replaceAll(NAMED_MODULE, (_all, specifier: string) => {
        found = true;
        const name = basename(specifier, '.ts');
        this.emitFile({ type: 'chunk', id: join(ROOT, ownImportPath(specifier)), fileName: `${name}.js` });
        return `: string = new URL('./${name}.js', import.meta.url).href`;
      });
      const bundled = named.replaceAll(DATA_FILE, (_all, file: string) => {
        found = true;
        const fileName = basename(file);
        this.emitFile({
          type: 'asset',
          fileName,
          source: readFileSync(fileURLToPath(import.meta.resolve(file))),
        });
        return `new URL('./${fileName}', import.meta.url).href`;
      });
      return found ? { code: bundled, map: null } : undefined;
    },
  };
}
