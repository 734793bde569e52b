/** Reads a record as JSON from `--file` or stdin. */
import { buffer } from 'node:stream/consumers';
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordInputOf } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CliContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { readTextFile, textOf } from './text-file.ts';

export interface RecordInput<R extends Resource> {
  readonly record: RecordInputOf[R];
  /** Version of the document, if the input is a whole document as `get` prints it. */
  readonly version_id: string | undefined;
}

/**
 * Accepts a record, or a whole document as `get` prints it, for editing and updating. The vault validates the
 * content.
 * @throws UsageError without input, VaultError `malformed_request` if it is not a JSON object.
 */
export async function readRecord<R extends Resource>(
  context: CliContext,
  file: string | undefined,
): Promise<RecordInput<R>> {
  const value = parseObject(file === undefined || file === '-' ? await fromStdin(context) : fromFile(file));
  if (!hasRecord<R>(value)) return { record: value, version_id: undefined };
  const { version_id } = value;
  return { record: value.record, version_id: typeof version_id === 'string' ? version_id : undefined };
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // Fall through, because the parser's message would quote the record.
  }
  throw new VaultError('malformed_request', 'The input is not one JSON object. Give exactly one.');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasRecord<R extends Resource>(
  value: Record<string, unknown>,
): value is { record: RecordInputOf[R]; version_id?: unknown } {
  return isObject(value['record']);
}

function fromFile(path: string): string {
  try {
    return readTextFile(path);
  } catch {
    throw new UsageError(`${path} cannot be read. Check its path and permissions.`);
  }
}

async function fromStdin(context: CliContext): Promise<string> {
  if (context.stdin.isTTY) throw new UsageError('Give the record with --file, or on stdin.');
  const given = await buffer(context.stdin);
  try {
    return textOf(given);
  } catch {
    throw new VaultError('malformed_request', 'The input is not text in UTF-8 or UTF-16. Save it as UTF-8.');
  }
}
