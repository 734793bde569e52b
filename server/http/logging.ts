/**
 * The log: JSON lines on stderr (stdout belongs to the one `listening` line). It names routes by their
 * operation id, never URLs, and holds no bodies; redaction stands behind that as a second fence.
 * Source: choices, "Error codes"; design of architecture, 7.
 */
import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { describeError } from './error-handler.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

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

/** Written synchronously to stderr unless another stream is given. */
export function createLogger(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: describeError, error: describeError, req: () => undefined, res: () => undefined },
    },
    stream ?? destination({ dest: 2, sync: true }),
  );
}
