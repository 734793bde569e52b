/**
 * The stores' SQL in PostgreSQL's words. Everything that the two engines say differently stands here and in
 * `postgres-schema.ts`; a statement that needs more than this is to be written so that both understand it.
 */
import { AUTHENTICATED_TABLES } from '#server/storage/engine/changed-row.ts';

export interface PostgresStatement {
  /** With `$1`, `$2`, …. */
  readonly text: string;
  /** Names of an object's properties in the order of the numbers; undefined where parameters go by position. */
  readonly names: readonly string[] | undefined;
  /** Writes to a table whose rows are authenticated: what it changes is noted. */
  readonly isNoted: boolean;
}

const NOTED = new RegExp(
  `^\\s*(INSERT INTO|UPDATE|DELETE FROM) (${AUTHENTICATED_TABLES.map(({ table }) => table).join('|')})\\b`,
);

const DIALECT: readonly (readonly [sqlite: RegExp, postgres: string])[] = [
  [/\bifnull\(/g, 'coalesce('],
  // A JSON array as rows.
  [/json_each\((\?|@\w+)\) AS (\w+)/g, 'jsonb_array_elements_text($1::jsonb) AS $2 (value)'],
  // SQLite is told the order of a join by its kind, and which index not to take by a plus; PostgreSQL decides by itself.
  [/CROSS JOIN (\w+ AS \w+) ON/g, 'JOIN $1 ON'],
  [/ \+(\w+) =/g, ' $1 ='],
  [/= \+\?/g, '= ?'],
  // The last number that was given to a row, also to one that is gone.
  [
    /FROM sqlite_sequence WHERE name = '(\w+)'/g,
    'FROM (SELECT CASE WHEN is_called THEN last_value END AS seq FROM $1_seq_seq) AS given',
  ],
];

export function toPostgres(sql: string): PostgresStatement {
  const names: string[] = [];
  let positions = 0;
  let text = sql;
  for (const [sqlite, postgres] of DIALECT) text = text.replace(sqlite, postgres);
  text = text.replace(/\?|@(\w+)/g, (_, name: string | undefined) => {
    if (name === undefined) {
      positions += 1;
      return `$${positions}`;
    }
    const known = names.indexOf(name);
    if (known < 0) names.push(name);
    return `$${known < 0 ? names.length : known + 1}`;
  });
  return { text, names: names.length > 0 ? names : undefined, isNoted: NOTED.test(text) };
}

/** Fails where it is false, and the transaction with it: PostgreSQL has no shorter word for that. */
export const assertThat = (condition: string): string => `1 / (${condition})::int`;

/** The same statement, which fails unless it writes exactly one row. */
export const unlessOne = (text: string): string =>
  `WITH written AS (${text} RETURNING 1) SELECT ${assertThat('count(*) = 1')} FROM written`;

/** What is sent for the numbers of a statement. @throws RangeError where a value is missing. */
export function valuesFor({ names }: PostgresStatement, parameters: readonly unknown[]): unknown[] {
  if (names === undefined) return parameters.map(sendable);
  const [row] = parameters;
  return names.map((name) => {
    const value: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined;
    if (value === undefined) throw new RangeError(`Missing named parameter "${name}"`);
    return sendable(value);
  });
}

/** A part of a larger buffer is copied: between threads all of it would go along. */
function sendable(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return value.byteLength === value.buffer.byteLength ? value : new Uint8Array(value);
}
