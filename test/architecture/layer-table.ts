/**
 * Who may import whom, held as data. `layers.test.ts` holds every import to it, and the table of ARCHITECTURE.md is made of
 * it: `node test/architecture/write-table.ts`.
 */
import { joiningRows, LOOSE } from './joining.ts';
import type { Layer } from './layer.ts';
import { PAGE_LAYERS } from './page-layers.ts';

const shared = ['contract', 'records', 'server/access'];
const service = [...shared, 'crypto', 'report', 'server/db'];
const lexical = ['lexical', '@lexical/*'];

/** The longest matching folder decides. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  contract: {
    holds:
      'the wire and nothing else: schemas, ids, error codes, limits, the route table, the credential token',
    internal: [],
    packages: ['typebox'],
  },
  'crypto/hazmat': {
    holds: 'raw primitives, imported by `crypto/` alone',
    internal: ['crypto/bytes.ts', 'crypto/crypto-error.ts'],
    packages: ['@noble/*', 'shamir-secret-sharing', 'node:crypto', 'node:worker_threads', 'node:util'],
  },
  crypto: {
    holds: 'bytes in, bytes out: sealing, keys, the membership list, proofs',
    internal: ['contract'],
    packages: ['node:crypto', 'node:util'],
  },
  records: {
    holds:
      'what a record means: its status, identifiers, summary, searched and folded texts, missing fields, and the form it is sealed in',
    internal: ['contract'],
    packages: [],
  },
  report: {
    holds:
      "the report's node set, HTML derivation and import, the canonical allow-list, plain text, quality checks",
    internal: ['contract'],
    packages: [...lexical, 'sanitize-html', 'diff', 'marked'],
  },
  // What stands above the text in a report's file is of the record.
  'report/file': {
    holds: 'a report as a file',
    internal: ['contract', 'records', 'report'],
    packages: [],
  },
  // The printed report, for the interface and the PDF alike.
  paper: {
    holds: 'the printed report: one description of what is around the text, for print and PDF',
    internal: ['contract', 'records'],
    packages: [],
  },
  'paper/pdf': {
    holds: 'typesets it as PDF/A',
    internal: ['contract', 'report', 'paper'],
    packages: ['pdfkit', 'fontkit', 'node:'],
  },
  // The page of a hand-over: a file without a vault, a network or Node.
  handover: {
    holds: 'the page of a hand-over, a file that opens without a vault',
    internal: [
      ...['contract', 'crypto/handover', 'crypto/proof', 'paper/seal-figure.ts', 'paper/mark.ts'],
      'report/html-policy.ts',
    ],
    packages: [],
  },
  dicom: {
    holds:
      'reading and writing DICOM: data sets, typed values, texts, header summary, DICOMDIR, key objects, measurement reports',
    internal: ['contract'],
    packages: ['dicom-parser', 'node:zlib'],
  },
  // FHIR's published shapes: types alone.
  exchange: {
    holds: 'records as FHIR R4 and HL7 v2',
    internal: ['contract', 'records', 'report'],
    packages: ['fhir'],
  },
  // Messages go out by a socket.
  'exchange/hl7': {
    holds: 'messages, and sending them over MLLP',
    internal: ['contract', 'records', 'report'],
    packages: ['node:'],
  },
  'server/exchange': {
    holds: 'exports, hand-overs, health links, the outbox of HL7 messages',
    internal: [...service, 'dicom', 'exchange', 'paper'],
    packages: ['fhir', 'node:'],
  },
  'server/access': {
    holds: 'the actor of a request, its roles, the clock: what all services share',
    internal: ['contract', 'crypto', 'records'],
    packages: ['node:'],
  },
  'server/access/core': {
    holds:
      'what the access services share: their stores, the verified membership list, the unlocked principals',
    internal: [...shared, 'crypto', 'server/db'],
    packages: ['node:'],
  },
  'server/access/passphrase': {
    holds: 'how strong a passphrase must be, asked in a thread',
    internal: ['contract', 'server/access'],
    packages: ['node:', '@zxcvbn-ts/*'],
  },
  // The folder lock is an exclusive lock on a small SQLite file.
  'server/config': {
    holds: 'the data folder, its lock, its addresses, the environment, the disk reserve',
    internal: [...shared, 'crypto/random.ts', 'server/access/own-file.ts'],
    packages: ['better-sqlite3', 'node:'],
  },
  'server/db': {
    holds: 'migrations, stores, the group commit; `engine/` is the port to the database',
    internal: shared,
    packages: ['better-sqlite3', 'node:'],
  },
  // Takes an address apart as whoever remembered it.
  'server/db/engine/postgres': {
    holds: 'the engine on PostgreSQL',
    internal: [...shared, 'server/db', 'server/config/store-address.ts'],
    packages: ['pg', 'node:'],
  },
  // Services name the type of the engine; statements stay in server/db, and what is SQLite's own in engine/sqlite.
  'server/documents': {
    holds: 'patients, exams and templates: reads, writes, drafts, signatures, reports',
    internal: [...service, 'paper'],
    packages: ['node:'],
  },
  'server/search': {
    holds: 'the search index in memory and its sealed images',
    internal: service,
    packages: ['node:'],
  },
  'server/drives': {
    holds: 'files and folders: uploads, content, trash, pictures',
    internal: [...service, 'dicom'],
    packages: ['node:', 'file-type'],
  },
  // Signed requests to a bucket; what they carry is sealed.
  'server/drives/bucket': {
    holds: 'sealed files in a bucket',
    internal: [...service, 'server/drives/blobs'],
    packages: ['node:', 'aws4fetch', 'undici'],
  },
  // Decoders run in the sandbox alone; the service knows no more of them than what comes back.
  'server/processing': {
    holds:
      "pictures and frames of files: the queue's worker, the pool of sandboxes and the decoders in them; knows neither rows nor keys",
    internal: [...shared, 'crypto', 'dicom'],
    packages: ['dicom-parser', 'dcmjs-codecs', 'sharp', '@hyzyla/pdfium', 'typebox', 'node:'],
  },
  // One person out of everything, over functions of the other services.
  'server/erasure': {
    holds: 'one person out of everything in one act, with a signed statement',
    internal: [...service, 'dicom'],
    packages: ['node:'],
  },
  'server/filing': {
    holds: 'received objects become files of exams; what fits no patient; the worklist',
    internal: [...service, 'dicom'],
    packages: ['node:'],
  },
  // DICOM's web protocol over functions of the drives and the filing.
  'server/dicomweb': {
    holds: "DICOM's web protocol over functions of the drives and the filing",
    internal: [...shared, 'crypto', 'dicom'],
    packages: ['@fastify/busboy', 'node:'],
  },
  // The only place that speaks DICOM's network protocol; what it receives goes through functions it is given.
  'server/receiving': {
    holds: 'the DICOM port of a served vault',
    internal: [...service, 'server/dimse'],
    packages: ['node:net'],
  },
  'server/dimse': {
    holds: "DICOM's network protocol, in a thread of its own that asks the vault by messages",
    internal: ['contract', 'dicom', 'server/access/collect-all.ts'],
    packages: ['dcmjs-dimse', 'node:'],
  },
  'server/sessions': {
    holds: 'opening, locking and ending sessions',
    internal: service,
    packages: ['node:'],
  },
  'server/groups': {
    holds: 'groups, members, key rotation',
    internal: service,
    packages: ['node:'],
  },
  'server/credentials': {
    holds: 'credentials of programs, certificates of clients',
    internal: service,
    packages: ['node:'],
  },
  'server/events': {
    holds: 'changes as they happen; presence',
    internal: service,
    packages: ['node:'],
  },
  'server/health': {
    holds: 'full disk, reserve, liveness',
    internal: service,
    packages: ['node:'],
  },
  'server/audit': {
    holds: 'the audit log: sealed, chained, read and checked',
    internal: service,
    packages: ['node:'],
  },
  'server/history': {
    holds: 'the commit chain, the state digest of each group, the comparison with the anchor',
    internal: service,
    packages: ['node:'],
  },
  // The dictionaries' WebAssembly runs in a thread of its own.
  'server/spelling': {
    holds: 'spelling by dictionaries of this computer, in a thread; keeps no words',
    internal: ['contract', 'server/access'],
    packages: ['hunspell-wasm', 'node:'],
  },
  'server/metrics': {
    holds: 'figures in the text format of Prometheus',
    internal: service,
    packages: ['prom-client', 'node:'],
  },
  'server/settings': {
    holds: 'the signed settings of the workspace',
    internal: service,
    packages: ['node:'],
  },
  // A copy of a vault on other machines, which it reaches as any client does.
  'server/copy': {
    holds: 'a travelling copy on its own computer: the way to its home vault and the sync',
    internal: [
      ...service,
      'sdk',
      'server/config/copy-mark.ts',
      'server/documents/copy/documents-of-copy.ts',
      'server/drives/copy',
    ],
    packages: ['node:'],
  },
  'server/vault': {
    holds: 'creating the vault and its state',
    internal: service,
    packages: ['node:'],
  },
  // What a copy of the vault takes beside documents and files, which their own services give.
  'server/travel': {
    holds: 'what a copy takes besides documents and files',
    internal: service,
    packages: [],
  },
  // Looks at folders as a whole; documents and files are walks it is given.
  'server/evidence': {
    holds:
      'checking, verifying, backing up and restoring a folder; documents and files are walks it is given',
    internal: [...service, 'server/config', 'server/evidence', 'server/history'],
    packages: ['better-sqlite3', 'node:'],
  },
  // A vault into another place; what its rows and files mean is nothing to it.
  'server/moving': {
    holds: 'a vault into another place; holds no key',
    internal: [...service, 'server/config', 'server/drives/blobs', 'server/history'],
    packages: ['node:'],
  },
  'server/enrollment': {
    holds: 'the authority, certificates, `pki/`, PKCS#12',
    internal: service,
    packages: ['node:', '@peculiar/*', 'asn1js', 'reflect-metadata'],
  },
  'server/http': {
    holds: 'the gate, TLS, errors, parsing, the OpenAPI document',
    internal: [
      ...[...shared, 'crypto', 'server/db/http', 'server/db/engine/sql-engine.ts'],
      'server/sessions/live-session.ts',
    ],
    packages: ['fastify', '@fastify/*', 'ajv', 'typebox', 'pino', 'node:'],
  },
  'server/routes': {
    holds: 'thin handlers',
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
    holds: 'starting the server; a file that joins services is named below',
    isLoose: true,
    internal: LOOSE,
    packages: ['fastify', '@fastify/*', 'pino', 'uuid', 'node:'],
  },
  ...joiningRows(['fastify', '@fastify/*', 'pino', 'uuid', 'node:']),
  // A client in this process, and one at the vault a copy is taken of.
  'server/in-process-transport.ts': {
    holds: 'a client in this process',
    internal: ['sdk', 'server'],
    packages: ['node:'],
  },
  'server/take-along.ts': {
    holds: 'a client at the vault a copy is taken of',
    internal: ['contract', 'sdk', 'server'],
    packages: ['node:'],
  },
  sdk: {
    holds: 'one client, its checks of signed reports, DICOM media',
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
  'sdk/node': {
    holds: "what is Node's alone: client certificates, credential folders",
    internal: ['contract', 'report', 'sdk'],
    packages: ['node:', 'undici'],
  },
  'sdk/transport-node.ts': {
    holds: 'requests over TLS in Node',
    internal: ['contract', 'sdk'],
    packages: ['node:', 'undici'],
  },
  cli: {
    holds: 'argv to SDK: commands, terminal, exit codes',
    internal: ['contract', 'records', 'sdk', 'report'],
    packages: ['commander', 'node:'],
  },
  'cli/export': {
    holds: 'export commands',
    internal: ['contract', 'deidentify', 'dicom', 'records', 'exchange', 'sdk', 'cli'],
    packages: ['commander', 'uqr', 'node:'],
  },
  'cli/admin': {
    holds: 'commands on a data folder, served or not',
    internal: ['contract', 'sdk', 'cli', 'server', 'crypto'],
    packages: ['commander', 'node:'],
  },
  'cli/import': {
    holds: 'import commands',
    internal: ['contract', 'dicom', 'imports', 'sdk', 'cli'],
    packages: ['commander', 'node:'],
  },
  // Runs at the command line and in a page: it has neither Node nor a DOM. FHIR's published shapes: types alone.
  imports: {
    holds: 'FHIR files and DICOM studies as patients and exams, sent by a client',
    internal: ['contract', 'dicom', 'exchange', 'records', 'sdk'],
    packages: ['fflate', 'fhir'],
  },
  // The same, the other way: what leaves without who it is about.
  deidentify: {
    holds: 'exams as a copy without who they are about, words for review first',
    internal: ['contract', 'dicom', 'exchange', 'records', 'report', 'sdk'],
    packages: ['dicom-parser', 'fhir'],
  },
  main: {
    holds: "Electron's main process: windows, protocol, the server's thread, travelling copies",
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
  'main/preload': {
    holds: 'what the page of the desktop may call',
    internal: ['contract'],
    packages: ['electron'],
  },
  ...PAGE_LAYERS,
};
