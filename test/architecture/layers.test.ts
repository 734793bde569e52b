/**
 * Who may import whom, held as data. When this test fails, either the import is in the wrong place
 * or the row named in the message has to change: change it together with ARCHITECTURE.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allFiles, circles, files, importGraph, internalPath, root, specifiersOf } from './import-graph.ts';

interface Layer {
  /** Internal folders and files (prefixes from the repository root). The own folder is always allowed. */
  readonly internal: readonly string[];
  /** Package names; `node:` stands for all of Node's own modules, a trailing `*` for a prefix. */
  readonly packages: readonly string[];
}

const shared = ['contract', 'records', 'server/access'];
const service = [...shared, 'crypto', 'report', 'server/db'];
const lexical = ['lexical', '@lexical/*'];

const interfaceWords = ['i18next', 'react-i18next'];
/** What every part of the interface above its stores may use. */
const stores = ['records', 'renderer/api', 'renderer/state', 'renderer/messages'];

/** The same row for each screen: no screen imports another. */
function eachScreen(row: Layer): Record<string, Layer> {
  const screens = readdirSync(join(root, 'renderer/screens'));
  return Object.fromEntries(screens.map((screen) => [`renderer/screens/${screen}`, row]));
}

/** The longest matching folder decides. */
const LAYERS: Readonly<Record<string, Layer>> = {
  contract: { internal: [], packages: ['typebox'] },
  'crypto/hazmat': {
    internal: ['crypto/bytes.ts', 'crypto/crypto-error.ts'],
    packages: ['@noble/*', 'shamir-secret-sharing', 'node:crypto', 'node:worker_threads', 'node:util'],
  },
  crypto: { internal: ['contract'], packages: ['node:crypto', 'node:util'] },
  records: { internal: ['contract'], packages: [] },
  report: { internal: ['contract'], packages: [...lexical, 'sanitize-html', 'diff', 'marked'] },
  // What stands above the text in a report's file is of the record.
  'report/file': { internal: ['contract', 'records', 'report'], packages: [] },
  // The printed report, for the interface and the PDF alike.
  paper: { internal: ['contract', 'records'], packages: [] },
  'paper/pdf': {
    internal: ['contract', 'report', 'paper'],
    packages: ['pdfkit', 'fontkit', 'node:'],
  },
  // The page of a hand-over: a file without a vault, a network or Node.
  handover: {
    internal: ['contract', 'crypto/handover', 'crypto/proof', 'paper/seal-figure.ts', 'paper/mark.ts'],
    packages: [],
  },
  dicom: { internal: ['contract'], packages: ['dicom-parser', 'node:zlib'] },
  // FHIR's published shapes: types alone.
  exchange: { internal: ['contract', 'records', 'report'], packages: ['fhir'] },
  // Messages go out by a socket.
  'exchange/hl7': { internal: ['contract', 'records', 'report'], packages: ['node:'] },
  'server/exchange': {
    internal: [...service, 'dicom', 'exchange', 'paper'],
    packages: ['fhir', 'node:'],
  },
  'server/access': { internal: ['contract', 'crypto', 'records'], packages: ['node:'] },
  'server/access/core': { internal: [...shared, 'crypto', 'server/db'], packages: ['node:'] },
  'server/access/passphrase': {
    internal: ['contract', 'server/access'],
    packages: ['node:', '@zxcvbn-ts/*'],
  },
  // The folder lock is an exclusive lock on a small SQLite file.
  'server/config': {
    internal: [...shared, 'crypto/random.ts', 'server/access/own-file.ts'],
    packages: ['better-sqlite3', 'node:'],
  },
  'server/db': { internal: shared, packages: ['better-sqlite3', 'node:'] },
  // Takes an address apart as whoever remembered it.
  'server/db/engine/postgres': {
    internal: [...shared, 'server/db', 'server/config/store-address.ts'],
    packages: ['pg', 'node:'],
  },
  // Services name the type of the engine; statements stay in server/db, and what is SQLite's own in engine/sqlite.
  'server/documents': { internal: [...service, 'paper'], packages: ['node:'] },
  'server/search': { internal: service, packages: ['node:'] },
  'server/drives': { internal: [...service, 'dicom'], packages: ['node:', 'file-type'] },
  // Signed requests to a bucket; what they carry is sealed.
  'server/drives/bucket': {
    internal: [...service, 'server/drives/blobs'],
    packages: ['node:', 'aws4fetch', 'undici'],
  },
  // Decoders run in the sandbox alone; the service knows no more of them than what comes back.
  'server/processing': {
    internal: [...shared, 'crypto', 'dicom'],
    packages: ['dicom-parser', 'dcmjs-codecs', 'sharp', '@hyzyla/pdfium', 'typebox', 'node:'],
  },
  // One person out of everything, over functions of the other services.
  'server/erasure': { internal: [...service, 'dicom'], packages: ['node:'] },
  'server/filing': { internal: [...service, 'dicom'], packages: ['node:'] },
  // DICOM's web protocol over functions of the drives and the filing.
  'server/dicomweb': {
    internal: [...shared, 'crypto', 'dicom'],
    packages: ['@fastify/busboy', 'node:'],
  },
  // The only place that speaks DICOM's network protocol; what it receives goes through functions it is given.
  'server/receiving': { internal: [...service, 'server/dimse'], packages: ['node:net'] },
  'server/dimse': {
    internal: ['contract', 'dicom', 'server/access/collect-all.ts'],
    packages: ['dcmjs-dimse', 'node:'],
  },
  'server/sessions': { internal: service, packages: ['node:'] },
  'server/groups': { internal: service, packages: ['node:'] },
  'server/credentials': { internal: service, packages: ['node:'] },
  'server/events': { internal: service, packages: ['node:'] },
  'server/health': { internal: service, packages: ['node:'] },
  'server/audit': { internal: service, packages: ['node:'] },
  'server/history': { internal: service, packages: ['node:'] },
  // The dictionaries' WebAssembly runs in a thread of its own.
  'server/spelling': { internal: ['contract', 'server/access'], packages: ['hunspell-wasm', 'node:'] },
  'server/metrics': { internal: service, packages: ['prom-client', 'node:'] },
  'server/settings': { internal: service, packages: ['node:'] },
  // A copy of a vault on other machines, which it reaches as any client does.
  'server/copy': {
    internal: [
      ...service,
      'sdk',
      'server/config/copy-mark.ts',
      'server/documents/copy/documents-of-copy.ts',
      'server/drives/copy',
    ],
    packages: ['node:'],
  },
  'server/vault': { internal: service, packages: ['node:'] },
  // What a copy of the vault takes beside documents and files, which their own services give.
  'server/travel': { internal: service, packages: [] },
  // Looks at folders as a whole; documents and files are walks it is given.
  'server/evidence': {
    internal: [...service, 'server/config', 'server/evidence', 'server/history'],
    packages: ['better-sqlite3', 'node:'],
  },
  // A vault into another place; what its rows and files mean is nothing to it.
  'server/moving': {
    internal: [...service, 'server/config', 'server/drives/blobs', 'server/history'],
    packages: ['node:'],
  },
  'server/enrollment': {
    internal: service,
    packages: ['node:', '@peculiar/*', 'asn1js', 'reflect-metadata'],
  },
  'server/http': {
    internal: [
      ...[...shared, 'crypto', 'server/db/http', 'server/db/engine/sql-engine.ts'],
      'server/sessions/live-session.ts',
    ],
    packages: ['fastify', '@fastify/*', 'ajv', 'typebox', 'pino', 'node:'],
  },
  'server/routes': {
    internal: [
      ...shared,
      'server/http',
      'server/services.ts',
      'dicom',
      'server/dicomweb',
      'server/documents',
      'server/drives',
      'server/events',
      'server/exchange',
      'server/processing',
      'server/spelling',
    ],
    packages: ['fastify', '@fastify/*', 'typebox', 'node:'],
  },
  server: {
    internal: ['contract', 'crypto', 'records', 'report', 'exchange', 'server'],
    packages: ['fastify', '@fastify/*', 'pino', 'uuid', 'node:'],
  },
  // A client in this process, and one at the vault a copy is taken of.
  'server/in-process-transport.ts': { internal: ['sdk', 'server'], packages: ['node:'] },
  'server/take-along.ts': { internal: ['contract', 'sdk', 'server'], packages: ['node:'] },
  sdk: {
    internal: [
      'contract',
      'report',
      'crypto/proof',
      'dicom/shades.ts',
      'dicom/write',
      'records/image-marks.ts',
    ],
    packages: ['typebox', 'eventsource-parser'],
  },
  'sdk/node': { internal: ['contract', 'report', 'sdk'], packages: ['node:', 'undici'] },
  'sdk/transport-node.ts': { internal: ['contract', 'sdk'], packages: ['node:', 'undici'] },
  cli: { internal: ['contract', 'records', 'sdk', 'report'], packages: ['commander', 'node:'] },
  'cli/export': {
    internal: ['contract', 'deidentify', 'dicom', 'records', 'exchange', 'sdk', 'cli'],
    packages: ['commander', 'uqr', 'node:'],
  },
  'cli/admin': { internal: ['contract', 'sdk', 'cli', 'server', 'crypto'], packages: ['commander', 'node:'] },
  'cli/import': {
    internal: ['contract', 'dicom', 'imports', 'sdk', 'cli'],
    packages: ['commander', 'node:'],
  },
  // Runs at the command line and in a page: it has neither Node nor a DOM. FHIR's published shapes: types alone.
  imports: { internal: ['contract', 'dicom', 'exchange', 'records', 'sdk'], packages: ['fflate', 'fhir'] },
  // The same, the other way: what leaves without who it is about.
  deidentify: {
    internal: ['contract', 'dicom', 'exchange', 'records', 'report', 'sdk'],
    packages: ['dicom-parser', 'fhir'],
  },
  main: {
    internal: [
      'contract',
      'server/services.ts',
      'server/start-server.ts',
      'server/config',
      'server/http/logging.ts',
      'server/processing/sandbox',
      'server/http/ui-headers.ts',
      // A travelling copy beside the vault this computer joined.
      'server/take-along.ts',
      'server/copy-outline.ts',
      'server/delete-copy.ts',
      // Both ends of that connection are this program's; a vault on another machine is reached as any client does.
      'sdk/node',
      'sdk/errors.ts',
    ],
    packages: ['electron', 'undici', 'node:'],
  },
  'main/preload': { internal: ['contract'], packages: ['electron'] },
  // The page itself: App.tsx, main.tsx.
  renderer: {
    internal: ['renderer'],
    packages: ['react', 'react-dom', '@fontsource/*', '@fontsource-variable/*'],
  },
  'renderer/api': { internal: ['contract', 'sdk', 'main/preload'], packages: [] },
  'renderer/state': {
    internal: ['contract', 'sdk', 'renderer/api', 'renderer/components/icons/icon-names.ts'],
    packages: ['react', 'zustand'],
  },
  'renderer/messages': {
    internal: ['renderer/state/appearance-store.ts', 'renderer/state/languages.ts'],
    packages: interfaceWords,
  },
  'renderer/commands': {
    internal: ['contract', 'renderer/api', 'renderer/state'],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/components': {
    internal: ['contract', 'sdk', 'report', 'paper', 'main/preload', 'resources', ...stores],
    // The strength meter; the server alone decides.
    packages: ['react', ...interfaceWords, '@tanstack/react-virtual', '@zxcvbn-ts/*', 'uqr'],
  },
  // What a certificate says of itself, fetched where one is shown.
  'renderer/components/certificates': {
    internal: [],
    packages: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
  },
  'renderer/lists': {
    internal: ['contract', ...stores, 'renderer/components/records', 'renderer/components/lists'],
    packages: ['zustand', ...interfaceWords],
  },
  'renderer/editor': {
    internal: ['contract', 'report', 'sdk', ...stores, 'renderer/commands', 'renderer/components/records'],
    // A dialog's end and what it writes are one turn (flushSync).
    packages: ['react', 'react-dom', 'zustand', ...interfaceWords, ...lexical],
  },
  // Pictures as data: stacks, shades, places, marks. What is drawn of them is the editor screen's.
  'renderer/pictures': {
    internal: [
      'contract',
      'sdk',
      'dicom/greys.ts',
      'dicom/measured.ts',
      'dicom/measures.ts',
      'dicom/shades.ts',
      'report/state/picture-meta.ts',
      ...stores,
    ],
    packages: [],
  },
  ...eachScreen({
    internal: [
      'contract',
      'report',
      'paper',
      'sdk',
      ...stores,
      'renderer/commands',
      'renderer/components',
      'renderer/lists',
      'renderer/editor',
      'renderer/pictures',
      // What greys and marks of a picture are, for a tile as for paper.
      'dicom/greys.ts',
      'dicom/measured.ts',
    ],
    packages: ['react', 'react-dom', 'zustand', ...interfaceWords, ...lexical, 'cmdk'],
  }),
  // Brings in what the command line brings in, by the same mapping.
  'renderer/screens/import': {
    internal: [
      ...['contract', 'sdk', 'imports', 'dicom/dataset.ts', ...stores],
      ...['renderer/components', 'renderer/lists', 'renderer/commands'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  // Looks into files before they are sent.
  'renderer/screens/upload-owner': {
    internal: [
      ...['contract', 'dicom/dataset.ts', 'dicom/header-summary.ts', ...stores],
      ...['renderer/components', 'renderer/pictures'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/screens/deidentify': {
    internal: [
      ...['contract', 'sdk', 'deidentify', 'dicom/dataset.ts', 'dicom/parse/deflate-format.ts', ...stores],
      ...['renderer/components', 'renderer/commands'],
    ],
    packages: ['react', 'zustand', ...interfaceWords],
  },
  'renderer/frame': {
    internal: [
      'contract',
      'main/preload',
      ...stores,
      'renderer/commands',
      'renderer/components',
      'renderer/lists',
      'renderer/screens',
    ],
    packages: ['react', ...interfaceWords],
  },
};

/** A cell holds blocks, a block may be a list or a table: the recursion of the report's own tree. */
const ALLOWED_CIRCLE = [
  'report/html/build-blocks.ts',
  'report/html/build-list.ts',
  'report/html/build-table.ts',
];

/** Single owners: one module, or one folder, may use what the pattern names. */
const OWNERS: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  readonly owners: readonly string[];
}[] = [
  { what: 'noble', pattern: /from '@noble\//, owners: ['crypto/hazmat/'] },
  // The port of the engine is all that stores and services know of the database.
  {
    what: 'SQLite',
    pattern: /from 'better-sqlite3'/,
    owners: [
      'server/db/engine/sqlite/',
      'server/db/search/',
      'server/db/evidence/spilled-table.ts',
      'server/db/migrator.ts',
      'server/config/folder-lock.ts',
      'server/evidence/folder.ts',
      'scripts/',
    ],
  },
  {
    what: 'the environment',
    pattern: /process\.env\b/,
    // The client of Node takes the folder a script's author has named once.
    owners: ['server/config/env.ts', 'cli/', 'main/', 'scripts/', 'sdk/node/connect.ts'],
  },
  {
    what: 'randomness',
    pattern: /random(Bytes|UUID|Int|FillSync)\b[^;]*from 'node:crypto'|getRandomValues\(|Math\.random\(/,
    owners: ['crypto/', 'sdk/', 'renderer/', 'cli/commands/drive/get.ts'],
  },
  // Answers of handlers and of refused connections, their description; the exit code a status becomes.
  {
    what: 'the status of an error',
    pattern: /\bERROR_STATUS\b/,
    owners: ['contract/error-codes.ts', 'server/http/', 'cli/exit-codes.ts'],
  },
  { what: 'IPC', pattern: /\bipcMain\b/, owners: ['main/ipc.ts'] },
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

  test('what stands in the same folder or below is imported by ./, all else by #', () => {
    const otherwise = allFiles.flatMap((file) =>
      specifiersOf(file).filter((specifier) => {
        const path = internalPath(file, specifier);
        // Resources are data of the build: no imports entry of the package leads there.
        if (path === undefined || path.startsWith('resources/')) return false;
        return specifier.startsWith('./') !== path.startsWith(`${dirname(file)}/`);
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
