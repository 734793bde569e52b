/**
 * Creates the log: JSON lines on stderr (stdout has only the `listening` line). It names routes by operation id, never
 * by URL, and contains no bodies; redaction is a second protection.
 * Source: choices, "Error codes"; design of architecture, 7.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { describeError } from '#server/http/response/error-handler.ts';
import { plainLog } from './plain-log.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export const LOG_FORMATS = ['json', 'plain'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'passphrase',
  'current_passphrase',
  'new_passphrase',
  'recovery_key',
  'token',
  'session_token',
  'invite_code',
  'device_secret',
  'private_key_pem',
  'record',
  'body',
];

/** Writes synchronously to stderr unless another stream is given. */
export function createLogger(
  level: LogLevel,
  stream: DestinationStream = destination({ dest: 2, sync: true }),
  format: LogFormat = 'json',
): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
    },
    format === 'plain' ? plainLog(stream) : stream,
  );
}
