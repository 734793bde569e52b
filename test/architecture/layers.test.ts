/**
 * Checks every import against the layer table. On failure either the import or the named row is wrong. After changing
 * a row, generate ARCHITECTURE.md's table again (`write-table.ts`).
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFiles, circles, files, importGraph, internalPath, root, specifiersOf } from './import-graph.ts';
import { type Layer, mayReach } from './layer.ts';
import { LAYERS } from './layer-table.ts';
import { layerTable } from './layer-text.ts';
import { FLOORS } from './server-layers.ts';

/** Allowed import cycle: a report's tree is recursive, because a cell contains blocks and a block may be a table. */
const ALLOWED_CIRCLE = [
  'lib/report/html/build-blocks.ts',
  'lib/report/html/build-list.ts',
  'lib/report/html/build-table.ts',
];

/** Code that only the named module or folder may use. */
const OWNERS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly owners: readonly string[];
}[] = [
  { what: 'noble', pattern: /from '@noble\//, owners: ['lib/crypto/hazmat/'] },
  // Only the policies of pages create HTML from text (Trusted Types).
  {
    what: 'text as HTML',
    pattern: /new DOMParser\(|createContextualFragment|insertAdjacentHTML|\.(?:inner|outer)HTML = /,
    owners: ['lib/report/dom/trusted-html.ts', 'transfer/handover/page-elements.ts'],
  },
  // Stores and services use the database only through the engine's interface.
  {
    what: 'SQLite',
    pattern: /from 'better-sqlite3'/,
    owners: [
      'server/storage/engine/sqlite/',
      'server/storage/search/',
      'server/storage/maintenance/spilled-table.ts',
      'server/storage/migrations/migrator.ts',
      'server/system/config/folder/folder-lock.ts',
      'server/integrity/open-vault-read-only.ts',
      'scripts/',
    ],
  },
  {
    what: 'the environment',
    pattern: /process\.env\b/,
    // The Node client reads the folder that a script's author configured.
    owners: ['server/system/config/env.ts', 'cli/', 'main/', 'scripts/', 'sdk/node/connect.ts'],
  },
  {
    what: 'randomness',
    pattern: /random(Bytes|UUID|Int|FillSync)\b[^;]*from 'node:crypto'|getRandomValues\(|Math\.random\(/,
    owners: ['lib/crypto/', 'sdk/', 'renderer/', 'cli/commands/drive/get.ts'],
  },
  // Status codes are used for responses, their description and exit codes only.
  {
    what: 'the status of an error',
    pattern: /\bERROR_STATUS\b/,
    owners: ['lib/contract/errors/error-codes.ts', 'server/http/', 'cli/exit-codes.ts'],
  },
  { what: 'IPC', pattern: /\bipcMain\b/, owners: ['main/register-ipc.ts'] },
];

function layerOf(file: string): [name: string, layer: Layer] {
  const names = Object.keys(LAYERS).filter((name) => file === name || file.startsWith(`${name}/`));
  const name = names.sort((a, b) => b.length - a.length)[0];
  const layer = name === undefined ? undefined : LAYERS[name];
  if (name === undefined || !layer) throw new Error(`${file} lies in no layer: add a row to LAYERS`);
  return [name, layer];
}

function matches(specifier: string, allowed: string): boolean {
  if (allowed === 'node:') return specifier.startsWith('node:');
  if (allowed.endsWith('*')) return specifier.startsWith(allowed.slice(0, -1));
  return specifier === allowed || specifier.startsWith(`${allowed}/`);
}

function complaint(file: string, specifier: string): string | undefined {
  const [name, layer] = layerOf(file);
  const internal = internalPath(file, specifier);
  if (internal !== undefined) {
    return dirname(internal) === dirname(file) || mayReach(name, layer, internal)
      ? undefined
      : `${file} imports ${internal}: not in the row '${name}' of LAYERS`;
  }
  const allowed = layer.packages.some((entry) => matches(specifier, entry));
  return allowed ? undefined : `${file} imports the package ${specifier}: not in the row '${name}' of LAYERS`;
}

describe('layers', () => {
  test('there are sources to look at', () => {
    expect(files.length).toBeGreaterThan(50);
  });

  test('every import is allowed by the table', () => {
    const complaints = files.flatMap((file) =>
      specifiersOf(file).flatMap((specifier) => complaint(file, specifier) ?? []),
    );
    expect(complaints).toEqual([]);
  });

  test.each([
    ['server/documents/documents-service.ts', '#crypto/hazmat/aes-gcm.ts'],
    ['server/search/search-service.ts', '#crypto/hazmat/aes-gcm.ts'],
    ['server/storage/commit-queue.ts', '#server/identity/sessions/sessions-service.ts'],
    ['server/integrity/verify/verify-helper.ts', '#server/sync/delete-copy.ts'],
    ['server/http/routes/drives-routes.ts', '#server/app/services/services.ts'],
    ['server/documents/documents-service.ts', '#server/drives/drives-service.ts'],
    ['renderer/screens/import/ImportScreen.tsx', '#renderer/screens/editor/Editor.tsx'],
  ])('%s may not import %s', (file, specifier) => {
    expect(complaint(file, specifier)).toContain(file);
  });

  test('each room of the server stands on one floor, and no file lies outside the rooms', () => {
    const rooms = new Set(files.flatMap((file) => /^server\/([^/]+)/.exec(file)?.[1] ?? []));
    expect([...rooms].sort()).toEqual(FLOORS.flat().sort());
  });

  test('the table of ARCHITECTURE.md is this one', () => {
    expect(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')).toContain(`\n\n${layerTable()}\n\n`);
  });

  test('what stands in the same folder or below is imported by ./, all else by #', () => {
    const otherwise = allFiles.flatMap((file) =>
      specifiersOf(file).filter((specifier) => {
        const path = internalPath(file, specifier);
        // Resources are build data without an imports entry.
        if (path === undefined || path.startsWith('resources/')) return false;
        const form = path.startsWith(`${dirname(file)}/`) ? './' : '#';
        return !specifier.startsWith(form);
      }),
    );
    expect(otherwise).toEqual([]);
  });

  test('no file reaches itself through its imports, but for the recursion of the block tree', () => {
    expect(circles(importGraph())).toEqual([ALLOWED_CIRCLE]);
  });

  test('a circle is found, whichever of its files is met first', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
      ['e', ['c']],
    ]);
    expect(circles(graph)).toEqual([['a', 'b', 'c']]);
    expect(circles(new Map([...graph].reverse()))).toEqual([['a', 'b', 'c']]);
    expect(circles(new Map([...graph, ['c', []]]))).toEqual([]);
  });

  test.each(OWNERS)('$what has a single owner', ({ pattern, owners }) => {
    const trespassers = files.filter(
      (file) =>
        !owners.some((owner) => file === owner || file.startsWith(owner)) &&
        pattern.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
    );
    expect(trespassers).toEqual([]);
  });

  test('all Lexical packages have one version', () => {
    const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const packages = Object.entries((lock as { packages: Record<string, { version?: string }> }).packages);
    const versions = packages
      .filter(([path]) => /(^|\/)node_modules\/(lexical|@lexical\/[^/]+)$/.test(path))
      .map(([, entry]) => entry.version);
    expect(versions.length).toBeGreaterThan(5);
    expect(new Set(versions)).toEqual(new Set(['0.52.0']));
  });
});
