/** `srvault export dicom`. Source: choices, "DICOM". */
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type DicomMedia, zipOf } from '#sdk/index.ts';

interface Options extends ProfileOptions {
  readonly exam?: string;
  readonly patient?: string;
  readonly out: string;
}

/** Clinical content in clear: for its owner alone. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export function addDicomExport(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addProfileOptions(group.command('dicom'))
    .description('DICOM files as they came, with a DICOMDIR; marks as key objects, measurements as reports')
    .option('--patient <id>', 'all exams of this patient')
    .option('--exam <id>', 'this exam')
    .requiredOption('--out <path>', 'a new or empty folder, or a file that ends in .zip')
    .action(async (options: Options) => {
      if ((options.patient === undefined) === (options.exam === undefined))
        throw new UsageError('Name one of --exam and --patient.');
      await checkPlace(options.out);
      const { files: _, ...counts } = await withClient(
        context,
        options,
        async ({ client, group: groupId }) => {
          const media = await client.exchange.dicom(await examsOf(client, options, groupId), {
            signal: context.signal,
          });
          await write(context, options.out, media);
          return media;
        },
      );
      if (counts.waiting > 0)
        warn(context, `${counts.waiting} files are not read yet and are left out; export again in a moment.`);
      printResult(context, options, { out: options.out, ...counts });
      setExitCode(counts.waiting > 0 ? EXIT.invalid : EXIT.ok);
    });
}

const isZip = (out: string) => out.toLowerCase().endsWith('.zip');

async function checkPlace(out: string): Promise<void> {
  if (!existsSync(out)) return;
  if (isZip(out)) throw new UsageError(`${out} is there already.`);
  const entries = await readdir(out).catch(() => undefined);
  if (entries === undefined) throw new UsageError(`${out} is no folder.`);
  if (entries.length > 0) throw new UsageError(`${out} is not empty.`);
}

async function examsOf(client: VaultClient, options: Options, group: () => string): Promise<string[]> {
  if (options.exam !== undefined) return [options.exam];
  const query = {
    security_group_id: group(),
    patient_id: options.patient ?? '',
    sort: 'exam_date',
    limit: 200,
  } as const;
  const ids: string[] = [];
  for await (const { index } of client.exams.list(query)) ids.push(index.document_id);
  return ids;
}

async function write(context: CliContext, out: string, { files }: DicomMedia): Promise<void> {
  const bar = createProgressBar(context, 'export');
  try {
    if (isZip(out)) {
      let begun = 0;
      const counted = files.map(({ path, content }) => ({
        path,
        content() {
          bar.update(begun, files.length);
          begun += 1;
          return content();
        },
      }));
      return await writeFile(out, zipOf(counted));
    }
    await mkdir(out, { recursive: true, mode: FOLDER_MODE });
    for (const [done, { path, content }] of files.entries()) {
      bar.update(done, files.length);
      const file = join(out, ...path);
      await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
      await writeFile(file, content());
    }
  } finally {
    bar.clear();
  }
}

/** Beside its name first: what is there by its name is whole. */
async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  const stream = createWriteStream(part, { mode: FILE_MODE, flags: 'wx' });
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
