/** Every parser of external bytes, with the errors it may throw. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { parseCredentialToken } from '#contract/access/credential-token.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseVaultState } from '#contract/vault-state.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { BUNDLE_HEADER } from '#crypto/handover/handover-format.ts';
import { openJwe } from '#crypto/handover/open-handover.ts';
import { parseRecoveryKey, parseRecoveryShare } from '#crypto/principals/recovery-key.ts';
import { unpackEnvelope } from '#crypto/sealing/envelope.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { readInstanceHeader } from '#dicom/instance-header.ts';
import { datasetToJson } from '#dicom/json-model.ts';
import { InflatedTooLargeError, NotDicomError, readDataset } from '#dicom/read-dataset.ts';
import { FhirFileError } from '#fhir/import/source/bundle-entries.ts';
import { readAcknowledgement } from '#hl7/acknowledgement.ts';
import { createFrameReader } from '#hl7/mllp-frames.ts';
import { readSourceFile } from '#imports/fhir/source/read-source.ts';
import { parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { pastedHtml } from '#report/paste/pasted-html.ts';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import { parseJsonBody } from '#server/http/request/json-body.ts';
import { TOKEN_CODEC } from '#server/identity/actor/credential-token-codec.ts';
import { boundaryOf, eachPart } from '#server/imaging/dicomweb/multipart-related.ts';
import { createMessageGuard } from '#server/imaging/dimse/message-guard.ts';
import { createPduGuard } from '#server/imaging/dimse/pdu-guard.ts';
import { corpusOf } from './corpus.ts';
import { folderTargets } from './folder-targets.ts';
import { withDom } from './jsdom-global.ts';

export interface ParserTarget {
  readonly name: string;
  readonly corpus: readonly Uint8Array[];
  /** Error classes the parser may throw; any other is a finding. */
  readonly refusals: readonly (new (
    ...given: never[]
  ) => Error)[];
  readonly parse: (bytes: Buffer) => unknown;
}

const INFLATED_MAX_BYTES = 4 * 1024 * 1024;
const DICOM = ['dicom', /\.dcm$/] as const;
const TEMPLATES = ['templates', /\.html$/] as const;
const PASTE = ['paste', /\.html$/] as const;
/** Key that opens the corpus file. */
const KEY = new Uint8Array(32).fill(7);

const inflate = (bytes: Uint8Array, position: number): Uint8Array =>
  Buffer.concat([
    bytes.subarray(0, position),
    inflateRawSync(bytes.subarray(position), { maxOutputLength: INFLATED_MAX_BYTES }),
  ]);
const text = (bytes: Buffer) => bytes.toString('utf8');

async function readFhir(bytes: Buffer, name: string): Promise<void> {
  const source = {
    name,
    bytes: async () => bytes,
    pieces: async function* () {
      yield bytes;
    },
    upload: bytes,
  };
  const sha256Hex = (given: string) => createHash('sha256').update(given).digest('hex');
  for await (const part of readSourceFile(source, { sha256Hex })) void part;
}

async function readParts(bytes: Buffer): Promise<void> {
  const boundary = boundaryOf('multipart/related; type="application/dicom"; boundary=a-boundary');
  await eachPart(Readable.from([bytes]), boundary, async (part) => {
    for await (const piece of part) void piece;
  });
}

/** Parses the packets of one connection, cut anywhere, as the DICOM port does. */
function guardPdus(bytes: Buffer): void {
  const guard = createPduGuard();
  for (let at = 0; at < bytes.length; at += 97) if (!guard(bytes.subarray(at, at + 97))) return;
}

/** Parses the fragments of one message, cut anywhere: a command or the rest of a query. */
function guardMessages(bytes: Buffer): void {
  const guard = createMessageGuard();
  for (let at = 0; at < bytes.length; at += 41) {
    const value = bytes.subarray(at, at + 41);
    const isLastFragment = () => at + 41 >= bytes.length;
    if (!guard.admits([{ value, isCommand: () => true, isLastFragment }])) return;
  }
  guard.admits([{ value: bytes, isCommand: () => false, isLastFragment: () => true }]);
}

function readFrames(bytes: Buffer): void {
  const reader = createFrameReader();
  for (let at = 0; at < bytes.length; at += 61)
    for (const frame of reader.push(bytes.subarray(at, at + 61))) readAcknowledgement(frame, '7');
}

export function parserTargets(): readonly ParserTarget[] {
  return [
    {
      name: 'dicom',
      corpus: corpusOf('dicom', DICOM),
      refusals: [NotDicomError, InflatedTooLargeError],
      parse: (bytes) => {
        const dataset = readDataset(bytes, inflate);
        return [headerSummary(dataset), datasetToJson(dataset)];
      },
    },
    { name: 'dicom head', corpus: corpusOf('dicom', DICOM), refusals: [], parse: readInstanceHeader },
    { name: 'pdu', corpus: corpusOf('pdu'), refusals: [], parse: guardPdus },
    { name: 'dimse', corpus: corpusOf('dimse'), refusals: [], parse: guardMessages },
    { name: 'related', corpus: corpusOf('related'), refusals: [VaultError], parse: readParts },
    { name: 'mllp', corpus: corpusOf('mllp', ['hl7', /\.bin$/]), refusals: [], parse: readFrames },
    {
      name: 'fhir',
      corpus: corpusOf('fhir', ['fhir-r4', /\.json$/], ['fhir-us-core', /\.json$/]),
      refusals: [FhirFileError],
      parse: (bytes) => readFhir(bytes, 'a.json'),
    },
    {
      name: 'ndjson',
      corpus: corpusOf('ndjson'),
      refusals: [FhirFileError],
      parse: (bytes) => readFhir(bytes, 'a.ndjson'),
    },
    {
      name: 'html',
      corpus: corpusOf('html', TEMPLATES, PASTE),
      refusals: [VaultError],
      parse: (bytes) => {
        const once = canonicalHtml(text(bytes));
        if (canonicalHtml(once) !== once) throw new Error('the canonical form is not its own');
      },
    },
    {
      name: 'lexical',
      corpus: corpusOf('lexical'),
      refusals: [VaultError],
      parse: (bytes) => htmlOfState(parseLexicalState(text(bytes))),
    },
    {
      name: 'mrrt',
      corpus: corpusOf('mrrt', TEMPLATES),
      refusals: [VaultError],
      parse: (bytes) => withDom(() => parseMrrtTemplate(text(bytes))),
    },
    {
      name: 'paste',
      corpus: corpusOf('paste', PASTE),
      refusals: [VaultError],
      parse: (bytes) => withDom(() => pastedHtml(text(bytes))),
    },
    { name: 'json', corpus: corpusOf('json'), refusals: [VaultError], parse: parseJsonBody },
    {
      name: 'jwe',
      corpus: corpusOf('jwe'),
      refusals: [],
      parse: (bytes) => openJwe(KEY, text(bytes), BUNDLE_HEADER),
    },
    { name: 'envelope', corpus: corpusOf('envelope'), refusals: [CryptoError], parse: unpackEnvelope },
    {
      name: 'written secrets',
      corpus: corpusOf('secrets'),
      refusals: [CryptoError, VaultError],
      parse: (bytes) => {
        const given = text(bytes);
        parseVaultState(given);
        parseCredentialToken(given, TOKEN_CODEC);
        for (const parse of [parseRecoveryKey, parseRecoveryShare]) {
          try {
            parse(given);
          } catch (error) {
            if (!(error instanceof CryptoError || error instanceof VaultError)) throw error;
          }
        }
      },
    },
    ...folderTargets(),
  ];
}
