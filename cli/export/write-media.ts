/** Writes files into a new folder or a zip under a temporary name first, so that a final name means complete. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { CliContext } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { FOLDER_MODE } from '#cli/file-modes.ts';
import { createPartFile } from '#cli/process/part-file.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { type MediaFile, zipOf } from '#sdk/index.ts';

const isZip = (out: string) => out.toLowerCase().endsWith('.zip');

/** Requires an output place that does not exist yet, or an empty folder. @throws UsageError */
export async function checkPlace(out: string): Promise<void> {
  if (!existsSync(out)) return;
  if (isZip(out)) throw new UsageError(`${out} already exists. Name a new file or folder.`);
  const entries = await readdir(out).catch(() => undefined);
  if (entries === undefined) throw new UsageError(`${out} is not a folder.`);
  if (entries.length > 0) throw new UsageError(`${out} is not empty. Name a new or empty folder.`);
}

/** Writes the files with a progress bar. @param total expected number of files, for the progress bar. */
export async function writeMedia(
  context: CliContext,
  out: string,
  files: Iterable<MediaFile> | AsyncIterable<MediaFile>,
  total: number,
): Promise<void> {
  const bar = createProgressBar(context, 'export', 'files');
  let begun = 0;
  async function* counted(): AsyncGenerator<MediaFile> {
    for await (const file of files) {
      bar.update(begun, total);
      begun += 1;
      yield file;
    }
  }
  try {
    if (isZip(out)) return await writeFile(out, zipOf(counted()));
    await mkdir(out, { recursive: true, mode: FOLDER_MODE });
    for await (const { path, content } of counted()) {
      const file = join(out, ...path);
      await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
      await writeFile(file, content());
    }
  } finally {
    bar.clear();
  }
}

async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  const stream = await createPartFile(part);
  try {
    await once(stream, 'open');
    for await (const piece of content) if (!stream.write(piece)) await once(stream, 'drain');
    stream.end();
    await finished(stream);
    await rename(part, path);
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    throw error;
  }
}
