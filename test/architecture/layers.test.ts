/**
 * Who may import whom, held as data. When this test fails, either the import is in the wrong place
 * or the row named in the message has to change: change it together with ARCHITECTURE.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Layer {
  /** Internal folders and files (prefixes from the repository root). The own folder is always allowed. */
  readonly internal: readonly string[];
  /** Package names; `node:` stands for all of Node's own modules, a trailing `*` for a prefix. */
  readonly packages: readonly string[];
}

const shared = ['contract', 'server/access'];
const service = [...shared, 'crypto', 'report', 'server/db'];
const lexical = ['lexical', '@lexical/*'];

/** The longest matching folder decides. */
const LAYERS: Readonly<Record<string, Layer>> = {
  contract: { internal: [], packages: ['typebox'] },
  'crypto/hazmat': {
    internal: ['crypto/bytes.ts', 'crypto/crypto-error.ts'],
    packages: ['@noble/*', 'node:crypto', 'node:worker_threads', 'node:util'],
  },
  crypto: { internal: ['contract'], packages: ['node:crypto', 'node:util'] },
  report: { internal: ['contract'], packages: [...lexical, 'sanitize-html', 'diff', 'marked'] },
  'report/node-dom.ts': { internal: ['contract'], packages: [...lexical, 'happy-dom'] },
  'server/access': { internal: ['contract', 'crypto'], packages: ['node:'] },
  'server/access/core': { internal: [...shared, 'crypto', 'server/db'], packages: ['node:'] },
  'server/access/passphrase-policy.ts': { internal: ['contract'], packages: ['@zxcvbn-ts/*'] },
  // The folder lock is an exclusive lock on a small SQLite file.
  'server/config': { internal: shared, packages: ['better-sqlite3', 'node:'] },
  'server/db': { internal: shared, packages: ['better-sqlite3', 'node:'] },
  // Services name the type `Database`; statements stay in server/db.
  'server/documents': { internal: service, packages: ['better-sqlite3', 'node:'] },
  'server/search': { internal: service, packages: ['better-sqlite3', 'node:'] },
  'server/drives': { internal: service, packages: ['better-sqlite3', 'node:', 'file-type'] },
  'server/sessions': { internal: service, packages: ['node:'] },
  'server/groups': { internal: service, packages: ['node:'] },
  'server/credentials': { internal: service, packages: ['node:'] },
  'server/settings': { internal: service, packages: ['node:'] },
  'server/vault': { internal: service, packages: ['node:'] },
  'server/enrollment': {
    internal: service,
    packages: ['node:', '@peculiar/x509', 'reflect-metadata'],
  },
  'server/http': {
    internal: [...shared, 'crypto', 'server'],
    packages: ['better-sqlite3', 'fastify', '@fastify/*', 'ajv', 'typebox', 'pino', 'node:'],
  },
  'server/routes': {
    internal: [...shared, 'server'],
    packages: ['fastify', '@fastify/*', 'typebox', 'node:'],
  },
  server: {
    internal: ['contract', 'crypto', 'report', 'server'],
    packages: ['fastify', '@fastify/*', 'better-sqlite3', 'pino', 'uuid', 'node:'],
  },
  sdk: { internal: ['contract', 'report'], packages: ['typebox'] },
  'sdk/node': { internal: ['contract', 'report', 'sdk'], packages: ['node:', 'undici'] },
  'sdk/transport-node.ts': { internal: ['contract', 'sdk'], packages: ['node:', 'undici'] },
  cli: { internal: ['contract', 'sdk', 'report'], packages: ['commander', 'node:'] },
  'cli/admin': { internal: ['contract', 'sdk', 'cli', 'server', 'crypto'], packages: ['commander', 'node:'] },
  'cli/import': { internal: ['contract', 'sdk', 'cli', 'report'], packages: ['commander', 'node:'] },
  main: {
    internal: [
      'contract',
      'server/services.ts',
      'server/start-server.ts',
      'server/config',
      'server/http/logging.ts',
    ],
    packages: ['electron', 'undici', 'node:'],
  },
  'main/preload': { internal: ['contract'], packages: ['electron'] },
  renderer: {
    internal: ['contract', 'report', 'sdk', 'main/preload', 'resources'],
    packages: [
      'react',
      'react-dom',
      ...lexical,
      'zustand',
      'cmdk',
      'i18next',
      'react-i18next',
      'diff',
      '@tanstack/react-virtual',
      '@fontsource/*',
      '@fontsource-variable/*',
      'typebox',
      // The strength meter; the server alone decides.
      '@zxcvbn-ts/*',
    ],
  },
};

/** Single owners: one module, or one folder, may use what the pattern names. */
const OWNERS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly owners: readonly string[];
}[] = [
  { what: 'noble', pattern: /from '@noble\//, owners: ['crypto/hazmat/'] },
  {
    what: 'the environment',
    pattern: /process\.env\b/,
    owners: ['server/config/env.ts', 'cli/', 'main/', 'scripts/'],
  },
  {
    what: 'randomness',
    pattern: /random(Bytes|UUID|Int|FillSync)\b[^;]*from 'node:crypto'|getRandomValues\(|Math\.random\(/,
    owners: ['crypto/', 'sdk/', 'renderer/', 'cli/commands/drive.ts'],
  },
  { what: 'IPC', pattern: /\bipcMain\b/, owners: ['main/ipc.ts'] },
];

const SOURCE_FOLDERS = ['contract', 'crypto', 'report', 'server', 'sdk', 'cli', 'main', 'renderer'];

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
  const internal = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? relative(root, join(root, file, '..', specifier))
          .split(sep)
          .join('/')
      : undefined;
  if (internal !== undefined) {
    const own = internal.startsWith(`${name}/`) || internal === name;
    const sameFolder = internal.startsWith(`${file.slice(0, file.lastIndexOf('/'))}/`);
    const allowed = layer.internal.some((prefix) => internal === prefix || internal.startsWith(`${prefix}/`));
    return own || sameFolder || allowed
      ? undefined
      : `${file} imports ${internal}: not in the row '${name}' of LAYERS`;
  }
  const allowed = layer.packages.some((entry) => matches(specifier, entry));
  return allowed ? undefined : `${file} imports the package ${specifier}: not in the row '${name}' of LAYERS`;
}

const files = SOURCE_FOLDERS.flatMap(sourceFiles);

describe('layers', () => {
  test('there are sources to look at', () => {
    expect(files.length).toBeGreaterThan(50);
  });

  test('every import is allowed by the table', () => {
    const complaints = files.flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8')).flatMap(
        (specifier) => complaint(file, specifier) ?? [],
      ),
    );
    expect(complaints).toEqual([]);
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
