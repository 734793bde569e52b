/** Describes each request and response header once. */

import type { ErrorCode } from '#contract/errors/error-codes.ts';
import { UNAVAILABLE_HEADER } from '#contract/errors/vault-error.ts';
import { VERSION_HEADER } from '#contract/exchange/routes.ts';
import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  IDEMPOTENCY_KEY_MIN_CHARS,
  REQUEST_ID_MAX_CHARS,
} from '#contract/limits.ts';
import { type RouteDefinition, SESSION_ACTIVITY_HEADER } from '#contract/route.ts';
import { IF_VAULT_STATE_HEADER, VAULT_STATE_HEADER } from '#contract/vault-state.ts';
import type { Json, JsonObject } from './components.ts';

const TEXT: Json = { type: 'string' };
const WHOLE: Json = { type: 'integer' };

const RESPONSE_HEADERS: Readonly<Record<string, readonly [description: string, schema: Json]>> = {
  'x-request-id': [
    'Id of the request: the caller’s own where one was sent. It is the `trace_id` of errors.',
    TEXT,
  ],
  [VAULT_STATE_HEADER]: [
    `How far the vault had come. Send it as \`${IF_VAULT_STATE_HEADER}\` to notice a vault that was rolled back. Absent for who is not let in.`,
    TEXT,
  ],
  'retry-after': ['Seconds to wait before the request is repeated.', WHOLE],
  [UNAVAILABLE_HEADER]: [
    '`database`: this server does not reach its database, and nothing was written. Try another server.',
    TEXT,
  ],
  'x-latest-version-id': ['With `version_conflict`: id of the newest version.', TEXT],
  'x-latest-draft-rev': ['With `draft_conflict`: revision of the draft.', TEXT],
  'x-processing-error': [
    'Why the file has no picture: `unsupported_syntax`, `damaged`, `too_large`, `timed_out` or `no_picture`.',
    TEXT,
  ],
  [VERSION_HEADER]: ['Id of the version the file shows.', TEXT],
  etag: ['Changes with the content; send it as `if-range` with a range.', TEXT],
  'accept-ranges': ['`bytes`.', TEXT],
  'content-length': ['Bytes of the body.', WHOLE],
  'content-range': ['The range that is sent, as `bytes 0-1023/48213`.', TEXT],
  'content-disposition': ['`attachment` with the name of the file.', TEXT],
  'x-frame-rows': ['Pixels from top to bottom.', WHOLE],
  'x-frame-columns': ['Pixels from left to right.', WHOLE],
  'x-frame-count': ['Frames in the file.', WHOLE],
  'x-frame-samples-per-pixel': ['1 or 3.', WHOLE],
  'x-frame-bits-allocated': ['8, 16 or 32.', WHOLE],
  'x-frame-bits-stored': ['Bits that mean something.', WHOLE],
  'x-frame-signed': ['`true` or `false`.', TEXT],
  'x-frame-photometric-interpretation': [
    '`MONOCHROME1` (invert after windowing), `MONOCHROME2` or `RGB`.',
    TEXT,
  ],
  'x-frame-rescale-slope': ['value = slope × sample + intercept.', TEXT],
  'x-frame-rescale-intercept': ['value = slope × sample + intercept.', TEXT],
  'x-frame-unit': ['Unit of the value, such as `HU`; absent where none is known.', TEXT],
  'x-frame-no-value': ['Sample of pixels without a value; absent where every pixel has one.', WHOLE],
  'x-frame-window-center': ['Centres of the windows, separated by commas; the first is the default.', TEXT],
  'x-frame-window-width': ['Widths of the windows, separated by commas.', TEXT],
  'x-frame-voi-function': ['`LINEAR`, `LINEAR_EXACT` or `SIGMOID`.', TEXT],
  'x-frame-window-source': ['`file`, `table` or `pixels`: where the window comes from.', TEXT],
  'x-frame-voi-lut': [
    'Table over the first window: base64 of 16-bit little-endian words. Up to 175 KB.',
    TEXT,
  ],
  'x-frame-voi-lut-bits': ['Bits of an entry of the table.', WHOLE],
  'x-frame-overlay': [
    'What overlays draw, white: base64 of runs of pixels, each as the pixels passed over and those drawn, seven bits a byte, lowest first. Up to 64 KB.',
    TEXT,
  ],
  'x-frame-overlays-drawn': ['Overlay planes of the file that are in `x-frame-overlay`.', WHOLE],
  'x-frame-overlays-not-drawn': ['Overlay planes of the frame that are not: unreadable, or too much.', WHOLE],
  'x-frame-pixel-spacing': [
    'Millimetres between rows and between columns; absent: lengths cannot be measured.',
    TEXT,
  ],
  'x-frame-pixel-spacing-basis': ['`patient`, `detector` or `magnification`.', TEXT],
  'x-frame-pixel-aspect-ratio': [
    'Height and width of a pixel as a ratio, where it is not square and has no spacing.',
    TEXT,
  ],
  'x-frame-position': ['x, y and z of the first pixel in millimetres; absent where unknown.', TEXT],
  'x-frame-orientation': ['Six direction cosines; absent where unknown.', TEXT],
};

const OF_FRAMES = Object.keys(RESPONSE_HEADERS).filter((name) => name.startsWith('x-frame-'));
const OF_CONTENT = ['etag', 'accept-ranges', 'content-length', 'content-disposition'];
const OF_EVERY = ['x-request-id', VAULT_STATE_HEADER];

/** Headers of single codes, beyond those of their status. */
const OF_CODES: Readonly<Partial<Record<ErrorCode, string>>> = {
  version_conflict: 'x-latest-version-id',
  draft_conflict: 'x-latest-draft-rev',
};
const OF_STATUSES: Readonly<Record<number, readonly string[]>> = {
  429: ['retry-after'],
  502: ['retry-after', UNAVAILABLE_HEADER],
};

export function successHeaders(route: RouteDefinition): JsonObject {
  return references([...OF_EVERY, ...particular(route)]);
}

function particular({ operation_id, has_ranges }: RouteDefinition): readonly string[] {
  if (has_ranges === true) return OF_CONTENT;
  if (operation_id === 'getNodeFrame') return OF_FRAMES;
  if (operation_id === 'getReportFile') return [VERSION_HEADER, 'content-disposition'];
  return operation_id === 'exportHl7Message' ? [VERSION_HEADER, 'content-disposition'] : [];
}

export function rangeHeaders(): JsonObject {
  return references([...OF_EVERY, ...OF_CONTENT, 'content-range']);
}

/** Headers of an error response. @param route for headers that only its own refusals have */
export function errorHeaders(
  route: RouteDefinition,
  status: number,
  codes: readonly ErrorCode[],
): JsonObject {
  const isFrame = route.operation_id === 'getNodeFrame' && codes.includes('not_found');
  return references([
    ...OF_EVERY,
    ...(OF_STATUSES[status] ?? []),
    ...codes.flatMap((code) => OF_CODES[code] ?? []),
    ...(isFrame ? ['x-processing-error'] : []),
  ]);
}

function references(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The document's `components.headers`. */
export const HEADER_COMPONENTS: JsonObject = Object.fromEntries(
  Object.entries(RESPONSE_HEADERS).map(([name, [description, schema]]) => [name, { description, schema }]),
);

const REQUEST_HEADERS = {
  'idempotency-key': {
    description: 'Repeats safely: the same key and body within 24 hours answer the same resource again.',
    schema: {
      type: 'string',
      minLength: IDEMPOTENCY_KEY_MIN_CHARS,
      maxLength: IDEMPOTENCY_KEY_MAX_CHARS,
      pattern: '^[!-~]+$',
    },
  },
  range: {
    description: 'One range of bytes, counted from 0.',
    schema: { type: 'string', pattern: '^bytes=', examples: ['bytes=0-1023'] },
  },
  'if-range': {
    description: 'An `etag`: the range is sent only while the content is the same, else all of it.',
    schema: TEXT,
  },
  'last-event-id': {
    description: 'Id of the last event received. The stream goes on behind it.',
    schema: TEXT,
  },
  'x-request-id': {
    description:
      'Id for this request, 1 to 128 visible characters. It is in the response, the log, and `trace_id`.',
    schema: { type: 'string', minLength: 1, maxLength: REQUEST_ID_MAX_CHARS },
  },
  [IF_VAULT_STATE_HEADER]: {
    description: `The furthest \`${VAULT_STATE_HEADER}\` seen. A vault that has less was rolled back, and refuses writes.`,
    schema: TEXT,
  },
  [SESSION_ACTIVITY_HEADER]: {
    description: '`none`: this request does not keep the session awake.',
    schema: { type: 'string', enum: ['none'] },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** The document's `components.parameters`. */
export const PARAMETER_COMPONENTS: JsonObject = Object.fromEntries(
  Object.entries(REQUEST_HEADERS).map(([name, part]) => [
    name,
    { name, in: 'header', required: false, ...part },
  ]),
);

export function headerParameters(route: RouteDefinition): Json[] {
  const names = [
    ...(route.idempotent_key === true ? ['idempotency-key'] : []),
    ...(route.has_ranges === true ? ['range', 'if-range'] : []),
    ...(route.operation_id === 'streamEvents' ? ['last-event-id'] : []),
    'x-request-id',
    IF_VAULT_STATE_HEADER,
    ...(route.method === 'GET' && route.auth !== 'certificate' ? [SESSION_ACTIVITY_HEADER] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
