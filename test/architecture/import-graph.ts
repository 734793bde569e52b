/** Builds the graph of imports from the sources' text, and finds import cycles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { OWN_IMPORTS, ownImportPath } from '#scripts/subpath-imports.ts';

export const root = join(import.meta.dirname, '..', '..');

/** Folders of the package's own imports, so that a new folder is checked from its first file on. */
const OWN_FOLDERS = OWN_IMPORTS.map(([, folder]) => folder.replace(/\/$/, ''));
const SOURCE_FOLDERS = OWN_FOLDERS.filter((folder) => !['scripts', 'lanes', 'test'].includes(folder));

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/vite.*\.config\.ts$/.test(name))
    .map((name) => join(folder, name).split(sep).join('/'));
}

function importsOf(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const pattern = /(?:^\s*(?:import|export|\})[^;'`=]*?(?:\bfrom\s+|import\s+)|\bimport\()'([^'\s]+)'/gm;
  return [...code.matchAll(pattern)].flatMap((match) => (match[1] ? [match[1]] : []));
}

/** All sources of the program, relative to the repository root. */
export const files: readonly string[] = SOURCE_FOLDERS.flatMap(sourceFiles);

/** All sources, tests and scripts. */
export const allFiles: readonly string[] = OWN_FOLDERS.flatMap(sourceFiles);

/** Returns the specifiers a file imports. */
export function specifiersOf(file: string): string[] {
  return importsOf(readFileSync(join(root, file), 'utf8'));
}

/** Returns the path from the repository root; undefined for a package. */
export function internalPath(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return ownImportPath(specifier);
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, join(root, file, '..', specifier))
    .split(sep)
    .join('/');
}

/**
 * Returns the strongly connected components of more than one file: sets of files that import each other. Sorted
 * alphabetically. Source: R. Tarjan, "Depth-first search and linear graph algorithms", 1972.
 */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = index.size;
    index.set(file, own);
    let lowest = own;
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      const seen = index.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === own) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) found.push(component.sort());
    }
    return lowest;
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
}

export function importGraph(): Map<string, string[]> {
  return new Map(
    files.map((file) => [
      file,
      specifiersOf(file).flatMap((specifier) => internalPath(file, specifier) ?? []),
    ]),
  );
}
