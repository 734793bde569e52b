/**
 * Layer table: which folder may import which. `layers.test.ts` checks every import against it. `node
 * test/architecture/write-table.ts` generates ARCHITECTURE.md's table from it.
 */
import type { Layer } from './layer.ts';
import { PAGE_LAYERS } from './page-layers.ts';
import { SERVER_LAYERS } from './server-layers.ts';

const lexical = ['lexical', '@lexical/*'];

/** Row by folder; the longest matching folder applies. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  'lib/contract': {
    holds:
      'the wire and nothing else: schemas, ids, error codes, limits, the route table, the credential token',
    internal: [],
    packages: ['typebox'],
  },
  'lib/bytes': {
    holds: 'bytes and texts of bytes',
    internal: [],
    packages: [],
  },
  'lib/crypto/hazmat': {
    holds: 'raw primitives, imported by `crypto/` alone',
    internal: ['lib/crypto/bytes.ts', 'lib/crypto/crypto-error.ts'],
    packages: ['@noble/*', 'shamir-secret-sharing', 'node:crypto', 'node:worker_threads', 'node:util'],
  },
  'lib/crypto': {
    holds: 'bytes in, bytes out: sealing, keys, the membership list, proofs',
    internal: ['lib/bytes', 'lib/contract'],
    packages: ['node:crypto', 'node:util'],
  },
  'lib/records': {
    holds:
      'what a record means: its status, identifiers, summary, searched and folded texts, missing fields, and the form it is sealed in',
    internal: ['lib/contract'],
    packages: [],
  },
  'lib/report': {
    holds:
      "the report's node set, HTML derivation and import, the canonical allow-list, plain text, quality checks, the starter set",
    internal: ['lib/contract', 'lib/records/trim-end.ts'],
    packages: [...lexical, 'sanitize-html', 'diff', 'marked'],
  },
  // The heading of a report file comes from the record.
  'lib/report/file': {
    holds: 'a report as a file',
    internal: ['lib/contract', 'lib/records', 'lib/report'],
    packages: [],
  },
  // Layout of the printed report, shared by interface and PDF.
  'lib/paper': {
    holds: 'the printed report: one description of what is around the text, for print and PDF',
    internal: ['lib/contract', 'lib/records'],
    packages: [],
  },
  'lib/paper/pdf': {
    holds: 'typesets it as PDF/A',
    internal: ['lib/contract', 'lib/report', 'lib/paper'],
    packages: ['pdfkit', 'fontkit', 'node:'],
  },
  // Hand-over page: a file without vault, network or Node.
  'transfer/handover': {
    holds: 'the page of a hand-over, a file that opens without a vault',
    internal: [
      ...[
        'lib/contract',
        'lib/crypto/handover',
        'lib/crypto/proof',
        'lib/paper/seal-figure.ts',
        'lib/paper/annotation-outline.ts',
        'lib/paper/missing-pictures.ts',
      ],
      ...['lib/report/dom/html-policy.ts', 'lib/report/table-styling.ts'],
      'lib/report/review/prior/value-of-today.ts',
    ],
    packages: [],
  },
  'lib/dicom': {
    holds:
      'reading and writing DICOM: data sets, typed values, texts, header summary, DICOMDIR, key objects, measurement reports',
    internal: ['lib/bytes', 'lib/contract'],
    packages: ['dicom-parser', 'node:zlib'],
  },
  // Uses the published FHIR types only.
  'lib/fhir': {
    holds: 'FHIR R4: records as resources, and resources of others as records',
    internal: ['lib/bytes', 'lib/contract', 'lib/records', 'lib/report'],
    packages: ['fhir'],
  },
  // Sends messages through a socket.
  'lib/hl7': {
    holds: 'HL7 v2: messages, and sending them over MLLP',
    internal: ['lib/contract', 'lib/records', 'lib/report'],
    packages: ['node:'],
  },
  ...SERVER_LAYERS,
  sdk: {
    holds: 'one client, its checks of signed reports, DICOM media',
    internal: [
      'lib/bytes',
      'lib/contract',
      'lib/report',
      'lib/crypto/proof',
      'lib/dicom/picture/pixel-values.ts',
      'lib/dicom/write',
      'lib/records/identity',
      'lib/records/sample/sample-mark.ts',
      'lib/records/studies',
    ],
    packages: ['typebox', 'eventsource-parser'],
  },
  'sdk/node': {
    holds: "what is Node's alone: client certificates, credential folders",
    internal: ['lib/contract', 'lib/report', 'sdk'],
    packages: ['node:', 'undici'],
  },
  'sdk/transport-node.ts': {
    holds: 'requests over TLS in Node',
    internal: ['lib/contract', 'sdk'],
    packages: ['node:', 'undici'],
  },
  cli: {
    holds: 'argv to SDK: commands, terminal, exit codes',
    internal: ['lib/contract', 'lib/records', 'sdk', 'lib/report'],
    packages: ['commander', 'node:'],
  },
  'cli/export': {
    holds: 'export commands',
    internal: [
      'lib/contract',
      'transfer/deidentify',
      'lib/dicom',
      'lib/records',
      'lib/fhir',
      'lib/hl7',
      'sdk',
      'cli',
    ],
    packages: ['commander', 'uqr', 'node:'],
  },
  'cli/admin': {
    holds: 'commands on a data folder, served or not',
    internal: [
      'lib/contract',
      'lib/fhir',
      'lib/records/audit',
      'transfer/sample',
      'sdk',
      'cli',
      'server',
      'lib/crypto',
    ],
    packages: ['commander', 'node:'],
  },
  'cli/import': {
    holds: 'import commands',
    internal: [
      'lib/bytes',
      'lib/contract',
      'lib/dicom',
      'lib/fhir',
      'lib/records/trim-end.ts',
      'transfer/imports',
      'sdk',
      'cli',
    ],
    packages: ['commander', 'node:'],
  },
  // Runs at the command line and in a page, so it uses neither Node nor the DOM; of FHIR only the published types.
  'transfer/imports': {
    holds: 'FHIR files and DICOM studies as patients and exams, sent by a client',
    internal: ['lib/bytes', 'lib/contract', 'lib/dicom', 'lib/fhir', 'lib/records', 'sdk'],
    packages: ['fflate', 'fhir'],
  },
  // And for the sample practice.
  'transfer/sample': {
    holds: 'the sample practice: invented patients, their pictures and reports, made and removed by a client',
    internal: ['lib/bytes', 'lib/contract', 'lib/dicom', 'lib/records', 'lib/report', 'sdk'],
    packages: [],
  },
  // The same for de-identified exports.
  'transfer/deidentify': {
    holds: 'exams as a copy without who they are about, words for review first',
    internal: ['lib/bytes', 'lib/contract', 'lib/dicom', 'lib/fhir', 'lib/records', 'lib/report', 'sdk'],
    packages: ['dicom-parser', 'fhir'],
  },
  main: {
    holds: "Electron's main process: windows, protocol, the server's thread, travelling copies",
    internal: [
      'lib/contract',
      'server/app/services/services.ts',
      'server/app/start-server.ts',
      'server/system/config',
      'server/http/log/logging.ts',
      'server/imaging/processing/sandbox',
      'server/http/ui/ui-headers.ts',
      // Creates a travelling copy beside the vault this computer joined.
      'server/app/create-travelling-copy.ts',
      'server/sync/copy-summary.ts',
      'server/sync/delete-copy.ts',
      // Both ends of that connection are this program's; other vaults are reached as by any client.
      'sdk/node',
      'sdk/errors.ts',
    ],
    packages: ['electron', 'undici', 'node:'],
  },
  'main/preload': {
    holds: 'what the page of the desktop may call',
    internal: ['lib/contract'],
    packages: ['electron'],
  },
  ...PAGE_LAYERS,
};
