/**
 * Parses a receiver's acknowledgement: MSA with its code, and the reason from MSA-3, MSA-6 and ERR segments. Segments
 * may end in CR, LF or both; delimiters are those of the response.
 * Source: HL7 v2.5.1, 2.9 and 2.15.5 (ERR); v2.3.1, 2.24.8 (ERR-1).
 */
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import { unescapeHl7 } from './escape-text.ts';
import { decodeMessage, decoderOf } from './message-text.ts';

export interface ReadAcknowledgement extends Acknowledgement {
  /** A commit acknowledgement (CA): one about the content may follow. */
  readonly isCommit: boolean;
}

const CODES: Readonly<Record<string, Acknowledgement['code']>> = {
  ...{ AA: 'AA', CA: 'AA', AE: 'AE', CE: 'AE', AR: 'AR', CR: 'AR' },
};
/** MLLP release 2: the content was stored. */
const COMMIT_BYTE = 0x06;
const TEXT_MAX_CHARS = 1000;

/**
 * Parses an acknowledgement of the message. Undefined for other content, or another message. Each connection sends
 * one message, so an empty MSA-2 refers to it.
 */
export function readAcknowledgement(bytes: Uint8Array, controlId: string): ReadAcknowledgement | undefined {
  if (bytes.length === 1 && bytes[0] === COMMIT_BYTE) return { code: 'AA', text: '', isCommit: true };
  const message = decodeMessage(bytes);
  const segments = message
    .slice(Math.max(0, message.indexOf('MSH')))
    .split(/[\r\n]+/)
    .map((segment) => segment.trimStart());
  const header = segments.find((segment) => segment.startsWith('MSH')) ?? '';
  const delimiters = { ...readDelimiters(header), decode: decoderOf(bytes) };
  const [, sent = '', about = '', text = '', , , condition = ''] =
    segments
      .find((segment) => segment.startsWith(`MSA${delimiters.field}`))
      ?.split(delimiters.field)
      .map((field) => field.trim()) ?? [];
  const code = CODES[sent.toUpperCase()];
  if (code === undefined || (about !== '' && about.toLowerCase() !== controlId.toLowerCase()))
    return undefined;
  const errors = segments
    .filter((segment) => segment.startsWith(`ERR${delimiters.field}`))
    .map((segment) => reasonIn(segment.split(delimiters.field), delimiters));
  // Before version 2.5 the reason was a code there.
  const old = wordsOf(namedCode(condition, delimiters), delimiters);
  const reasons = [wordsOf(text, delimiters), old, ...errors].filter((reason) => reason !== '');
  return {
    code,
    text: [...new Set(reasons)].join('; ').slice(0, TEXT_MAX_CHARS),
    isCommit: sent.toUpperCase() === 'CA',
  };
}

/** Beginning of an unreadable response, for a person. */
export function excerptOf(bytes: Uint8Array): string {
  const text = decodeMessage(bytes)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  if (text !== '') return text.slice(0, 200);
  const hex = [...bytes.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0'));
  return hex.length === 0 ? '' : `bytes ${hex.join(' ')}`;
}

interface Delimiters {
  readonly field: string;
  readonly component: string;
  readonly mark: string;
  readonly all: string;
  readonly decode: (bytes: Uint8Array) => string;
}

function readDelimiters(header: string): Omit<Delimiters, 'decode'> {
  const field = header.charAt(3) || '|';
  const encoding = header.slice(4).split(field)[0] ?? '';
  const [component = '^', repetition = '~', mark = '\\', sub = '&'] = encoding;
  return { field, component, mark, all: `${field}${component}${sub}${repetition}` };
}

/** ERR-8, the user message; else ERR-7, ERR-3, and the code in ERR-1 of older versions. */
function reasonIn(fields: readonly string[], delimiters: Delimiters): string {
  const [, location = '', , code = '', , , , diagnostic = '', user = ''] = fields;
  const old = location.split(delimiters.component).slice(3).join(delimiters.component);
  const shown = [
    user,
    diagnostic,
    namedCode(code, delimiters),
    namedCode(old.replaceAll('&', '^'), delimiters),
  ];
  return wordsOf(shown.find((words) => words.trim() !== '') ?? '', delimiters);
}

/** Text of a coded element, or its code where missing. */
function namedCode(element: string, { component }: Delimiters): string {
  const [code = '', text = ''] = element.split(component);
  return text === '' ? code : text;
}

function wordsOf(field: string, delimiters: Delimiters): string {
  const plain = field.replaceAll(delimiters.component, ' ');
  return unescapeHl7(plain, delimiters.mark, delimiters.all, delimiters.decode)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
