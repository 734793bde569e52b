/** Converts results to rows as the stores expect them. */
import type { Answer } from './thread-messages.ts';

export function objectsOf<Row>({ columns, rows }: Answer, limit = Number.POSITIVE_INFINITY): Row[] {
  const listed = limit < rows.length ? rows.slice(0, limit) : rows;
  return listed.map(
    (values) => Object.fromEntries(columns.map((column, at) => [column, asRead(values[at])])) as Row,
  );
}

export function columnOf<Row>({ rows }: Answer): Row[] {
  return rows.map((values) => asRead(values[0]) as Row);
}

/** Wraps bytes as `Buffer`, because a thread message delivers plain `Uint8Array`s. */
function asRead(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}
