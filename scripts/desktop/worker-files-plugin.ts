/**
 * Worker threads in a bundle. The sources say `new URL('./name.ts', import.meta.url)`, because they also
 * run unbundled; here each such file becomes an entry of its own, `name.js`, beside the others.
 */
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const WORKER_URL = /new URL\(\s*'\.\/([\w-]+)\.ts',\s*import\.meta\.url,?\s*\)/g;

export function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('node_modules') || !code.includes('new URL(')) return undefined;
      let found = false;
      const replaced = code.replaceAll(WORKER_URL, (_all, name: string) => {
        found = true;
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` });
        return `new URL('./${name}.js', import.meta.url)`;
      });
      return found ? { code: replaced, map: null } : undefined;
    },
  };
}
