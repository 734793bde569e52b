/**
 * Copies type declarations with everything they import, and turns subpath imports (`#contract/ids.ts`) into relative
 * ones. Each entry refers to Node's types, which describe streams and signals outside a browser.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ownImportPath } from '#scripts/subpath-imports.ts';

export interface DeclarationCopy {
  readonly from: string;
  readonly to: string;
  /** Paths below `from`. */
  readonly entries: readonly string[];
}

/** Matches a module specifier in `from '…'`, `import '…'` and `import('…')`, with its quote. */
const SPECIFIER = /((?:\bfrom|\bimport)\s*\(?\s*)(["'])([#.][^"']+)\2/g;
const NODE_TYPES = '/// <reference types="node" />\n';

export function copyDeclarations({ from, to, entries }: DeclarationCopy): void {
  rmSync(to, { recursive: true, force: true });
  const done = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const folder = posix.dirname(file);
    const text = readFileSync(join(from, file), 'utf8').replaceAll(
      SPECIFIER,
      (_all, before: string, quote: string, name: string) => {
        const path = name.startsWith('#') ? ownImportPath(name) : posix.join(folder, name);
        waiting.push(path.replace(/\.ts$/, '.d.ts'));
        const relative = posix.relative(folder, path.replace(/\.ts$/, '.js'));
        return `${before}${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`;
      },
    );
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), entries.includes(file) ? `${NODE_TYPES}${text}` : text);
  }
}
