/**
 * `srvault drive get`: downloads into a file, replaced only when complete. Streams to stdout, a device or a pipe,
 * which are never renamed over.
 */
import { randomUUID } from 'node:crypto';
import { constants, fstatSync, lstatSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { createPartFile } from '#cli/process/part-file.ts';
import { type ProfileOptions, withClient } from '#cli/profile.ts';
import { bytesText } from '#cli/terminal/amount-text.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { printable } from '#cli/terminal/table.ts';
import type { FileDownload } from '#sdk/drive/download.ts';

export interface GetOptions extends ProfileOptions {
  readonly out: string;
}

const STDOUT = '-';

export async function get(context: CliContext, id: string, options: GetOptions): Promise<void> {
  const toStdout = options.out === STDOUT || isStdout(options.out);
  const out = toStdout ? STDOUT : options.out;
  if (toStdout && options.json) throw new UsageError('--json and the content cannot both go to stdout.');
  const isStream = !toStdout && isNoRegularFile(out);
  const result = await withClient(context, options, async ({ client, group }) => {
    const bar = createProgressBar(context, basename(out), 'bytes');
    try {
      const file = await client.drive(group()).download(id, {
        signal: context.signal,
        onProgress: ({ loaded, total }) => bar.update(loaded, total),
      });
      if (toStdout) await pipeline(file, stdoutOf(context));
      else await (isStream ? writeThrough(out, file) : replace(out, file));
      return { node_id: id, out, size: file.size, sha256: file.sha256() };
    } finally {
      bar.clear();
    }
  });
  if (toStdout) return;
  printResult(context, options, result, ({ size, sha256 }) =>
    [
      `Wrote ${bytesText(size)} to ${printable(out)}`,
      ...(sha256 === undefined ? [] : [`SHA-256 ${sha256}`]),
    ].join('\n'),
  );
}

async function replace(out: string, file: FileDownload): Promise<void> {
  const partial = `${out}.${randomUUID().slice(0, 8)}.part`;
  try {
    await pipeline(file, await createPartFile(partial));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeThrough(out: string, file: FileDownload): Promise<void> {
  const handle = await open(out, constants.O_WRONLY | constants.O_TRUNC);
  await pipeline(file, handle.createWriteStream());
}

/** Returns true if the path is the file or pipe of stdout, which a second open would overwrite. */
function isStdout(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  const stdout = fstatSync(1);
  return (
    info !== undefined && !info.isCharacterDevice() && info.ino === stdout.ino && info.dev === stdout.dev
  );
}

/** Checks the link itself, because `/dev/stdout` is one and must stay. @throws UsageError for a folder. */
function isNoRegularFile(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${path} is a folder.`);
  const info = lstatSync(path, { throwIfNoEntry: false });
  return info !== undefined && !info.isFile();
}

function stdoutOf(context: CliContext): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      context.stdoutBytes(chunk, done);
    },
  });
}
