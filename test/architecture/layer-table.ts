/**
 * Who may import whom, held as data. `layers.test.ts` holds every import to it, and the table of ARCHITECTURE.md is made of
 * it: `node test/architecture/write-table.ts`.
 */
import type { Layer } from './layer.ts';
import { PAGE_LAYERS } from './page-layers.ts';
import { SERVER_LAYERS } from './server-layers.ts';

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
  ...SERVER_LAYERS,
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
      'server/app/services/services.ts',
      'server/app/start-server.ts',
      'server/system/config',
      'server/http/log/logging.ts',
      'server/imaging/processing/sandbox',
      'server/http/ui/ui-headers.ts',
      // A travelling copy beside the vault this computer joined.
      'server/app/create-travelling-copy.ts',
      'server/sync/copy-summary.ts',
      'server/sync/delete-copy.ts',
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
