import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CliContext } from '#cli/context.ts';
import { readRecord } from '#cli/read-record-input.ts';

const RECORD = join(import.meta.dirname, '../fixtures/records/local/L03-patient-record-with-bom.json');
const given = (bytes: Uint8Array): CliContext => ({
  env: {},
  stdin: Object.assign(Readable.from([bytes]), { isTTY: false }),
  stdout: () => true,
  stdoutBytes: (_bytes, done) => done(),
  stderr: () => true,
  isInteractive: false,
  signal: new AbortController().signal,
});
const named = { record: { legal_name: 'Bom, Bea', display_name: 'Bom, Bea' }, version_id: undefined };

test('a record with a byte order mark, in UTF-8 or UTF-16, from a file or on stdin, is that record', async () => {
  expect(await readRecord(given(new Uint8Array()), RECORD)).toEqual(named);
  const text = readFileSync(RECORD, 'utf8');
  expect(await readRecord(given(Buffer.from(text, 'utf8')), undefined)).toEqual(named);
  expect(await readRecord(given(Buffer.from(text, 'utf16le')), undefined)).toEqual(named);
});
