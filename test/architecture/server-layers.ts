/**
 * Layer table rows of the server: fifteen folders on levels. A folder may import folders on lower levels, but none on
 * its own. Other imports are listed in its row.
 */
import type { Layer } from './layer.ts';

/** Levels from the lowest up. */
export const FLOORS: readonly (readonly string[])[] = [
  ['system'],
  ['storage'],
  ['identity'],
  ['documents', 'drives', 'search', 'exchange', 'imaging', 'events', 'spelling', 'metrics'],
  ['integrity'],
  ['sync'],
  ['http'],
  ['app'],
];

/** Returns the folders below the level of the named one. */
function below(room: string): readonly string[] {
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  return FLOORS.slice(0, floor)
    .flat()
    .map((name) => `server/${name}`);
}

function room(name: string, row: Layer): Record<string, Layer> {
  return { [`server/${name}`]: { ...row, internal: [...row.internal, ...below(name)] } };
}

/** Pure code that every server folder may import. */
const pure = ['lib/contract', 'lib/crypto', 'lib/records'];

export const SERVER_LAYERS: Readonly<Record<string, Layer>> = {
  // The folder lock is an exclusive lock on a small SQLite file.
  ...room('system', {
    holds: 'the data folder, its lock, addresses, the environment; clock, files, queues, memory',
    internal: pure,
    packages: ['better-sqlite3', 'uuid', 'node:'],
  }),
  ...room('storage', {
    holds: 'migrations, stores, the group commit; `engine/` is the port to the database',
    internal: pure,
    packages: ['better-sqlite3', 'node:'],
  }),
  'server/storage/engine/postgres': {
    holds: 'the engine on PostgreSQL',
    internal: [...pure, 'server/storage', 'server/system'],
    packages: ['pg', 'node:'],
  },
  ...room('identity', {
    holds: 'who asks and what they may: sessions, groups, credentials, enrolment, settings, custody of keys',
    internal: pure,
    packages: ['node:', '@peculiar/*', 'asn1js', 'reflect-metadata', '@zxcvbn-ts/*'],
  }),
  ...room('documents', {
    holds: 'patients, exams and templates: reads, writes, drafts, signatures, reports',
    // The report worker maps exams to FHIR.
    internal: [...pure, 'lib/report', 'lib/paper', 'lib/fhir'],
    packages: ['node:', 'fhir/r4.d.ts'],
  }),
  ...room('drives', {
    holds: 'files and folders: uploads, content, trash, pictures',
    internal: [...pure, 'lib/report', 'lib/dicom'],
    packages: ['node:', 'file-type'],
  }),
  // Sends signed requests to a bucket; their content is sealed.
  'server/drives/bucket': {
    holds: 'sealed files in a bucket',
    internal: [...pure, 'server/drives/blobs', ...below('drives')],
    packages: ['node:', 'aws4fetch', 'undici'],
  },
  ...room('search', {
    holds: 'the search index in memory and its sealed snapshots',
    internal: pure,
    packages: ['node:'],
  }),
  ...room('exchange', {
    holds: 'exports, hand-overs, health links, the outbox of HL7 messages',
    internal: [...pure, 'lib/report', 'lib/dicom', 'lib/fhir', 'lib/hl7', 'lib/paper'],
    packages: ['fhir', 'node:'],
  }),
  ...room('imaging', {
    holds: "what is received by DICOM's protocols, filed under exams and made into pictures",
    internal: [...pure, 'lib/report', 'lib/dicom'],
    packages: ['@fastify/busboy', 'node:'],
  }),
  // Decoders run only in the sandbox; the service sees their output, and neither rows nor keys.
  'server/imaging/processing': {
    holds: "pictures and frames of files: the queue's worker, the pool of sandboxes and the decoders in them",
    internal: [...pure, 'lib/dicom', 'server/system', 'server/identity'],
    packages: ['dicom-parser', 'dcmjs-codecs', 'sharp', '@hyzyla/pdfium', 'typebox', 'node:'],
  },
  // Only this folder speaks DICOM's network protocol.
  'server/imaging/dimse': {
    holds: "DICOM's network protocol, in a thread of its own that asks the vault by messages",
    internal: [
      'lib/contract',
      'lib/dicom',
      'server/system/force-gc.ts',
      'server/system/scrub-read-buffer.ts',
    ],
    packages: ['dcmjs-dimse', 'node:'],
  },
  ...room('events', {
    holds: 'changes as they happen; presence',
    internal: pure,
    packages: ['node:'],
  }),
  // The dictionaries' WebAssembly runs in its own thread.
  ...room('spelling', {
    holds: 'spelling by dictionaries of this computer, in a thread; keeps no words',
    internal: ['lib/contract'],
    packages: ['hunspell-wasm', 'node:'],
  }),
  ...room('metrics', {
    holds: 'figures in the text format of Prometheus',
    internal: pure,
    packages: ['prom-client', 'node:'],
  }),
  ...room('integrity', {
    holds: 'audit log, commit history, findings; checking, verifying, backing up, migrating and erasing',
    internal: [...pure, 'lib/report', 'lib/dicom'],
    packages: ['better-sqlite3', 'node:'],
  }),
  // Reaches the home vault as any client does.
  ...room('sync', {
    holds: 'a travelling copy on its own computer: the way to its home vault and the sync',
    internal: [...pure, 'sdk'],
    packages: ['node:'],
  }),
  ...room('http', {
    holds: 'the gate, TLS, errors, parsing, the OpenAPI document, thin handlers',
    internal: [...pure, 'lib/dicom'],
    packages: ['fastify', '@fastify/*', 'ajv', 'typebox', 'pino', 'node:'],
  }),
  // Connects the services: one receives what it needs of another as a function.
  ...room('app', {
    holds: 'starting the server; joining the services',
    internal: [...pure, 'lib/report', 'lib/fhir', 'lib/hl7', 'sdk'],
    packages: ['fastify', '@fastify/*', 'pino', 'node:'],
  }),
};
