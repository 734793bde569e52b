/** Formats log lines for people: time, level, message, then `name=value`. */
import type { DestinationStream } from 'pino';

const LEVELS: Readonly<Record<number, string>> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** Turns pino's JSON lines into plain ones on their way to `stream`. */
export function plainLog(stream: DestinationStream): DestinationStream {
  return { write: (line) => stream.write(`${plainLine(line)}\n`) };
}

function plainLine(line: string): string {
  const { time, level, msg, ...facts }: Record<string, unknown> = JSON.parse(line);
  const at = new Date(Number(time)).toISOString();
  const rest = Object.entries(facts).map(([name, value]) => `${name}=${textOf(value)}`);
  return [at, LEVELS[Number(level)] ?? String(level), String(msg ?? ''), ...rest].join(' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
}
