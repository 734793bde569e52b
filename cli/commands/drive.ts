/** `srvault drive …`. Source: choices, "Command line `srvault`". */
import { randomUUID } from 'node:crypto';
import { createWriteStream, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { DriveNode } from '#contract/drives/node.ts';
import { collect } from '../collect.ts';
import { type CliContext, printResult, warn } from '../context.ts';
import { UsageError } from '../exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '../profile.ts';
import { createProgressBar } from '../terminal/progress.ts';
import { formatTable, printable } from '../terminal/table.ts';

interface PlaceOptions extends ProfileOptions {
  readonly parent?: string;
  readonly exam?: string;
}

export function addDriveCommands(program: Command, context: CliContext): void {
  const drive = program.command('drive').description('files and folders of a group');
  addPlaceOptions(addProfileOptions(drive.command('ls')))
    .description('list a folder, or the files of an exam')
    .action(async (options: PlaceOptions) => {
      const items = await withClient(context, options, async ({ client, group }) =>
        collect(client.drive(group()).list({ ...placeOf(options), limit: 200 }, context)),
      );
      printResult(context, options, { items }, () => table(items));
    });
  addPlaceOptions(addProfileOptions(drive.command('mkdir <name>')))
    .description('make a folder')
    .action(async (name: string, options: PlaceOptions) => {
      const node = await withClient(context, options, ({ client, group }) =>
        client.drive(group()).mkdir({ name, ...placeOf(options) }, context),
      );
      printResult(context, options, node);
    });
  addPlaceOptions(addProfileOptions(drive.command('put <file...>')))
    .description('upload files')
    .option('--resume <id>', 'go on with an interrupted upload of the same file')
    .option('--verify', 'read each file back and compare its SHA-256')
    .action((files: string[], options: PutOptions) => put(context, files, options));
  addProfileOptions(drive.command('get <id>'))
    .description('download a file')
    .requiredOption('--out <file>', 'where to; replaced only when the whole file is there')
    .action((id: string, options: ProfileOptions & { out: string }) => get(context, id, options));
}

interface PutOptions extends PlaceOptions {
  readonly resume?: string;
  readonly verify?: boolean;
}

async function put(context: CliContext, files: readonly string[], options: PutOptions): Promise<void> {
  if (options.resume !== undefined && files.length > 1) throw new UsageError('--resume goes with one file.');
  // All of them before the first is sent: half a job is harder to repeat.
  for (const file of files) {
    if (!statSync(file).isFile()) throw new UsageError(`${printable(file)} is not a file.`);
  }
  const items = await withClient(context, options, async ({ client, group }) => {
    const drive = client.drive(group());
    const nodes: DriveNode[] = [];
    for (const file of files) {
      const bar = createProgressBar(context, basename(file));
      const started: { node_id?: string } = {};
      try {
        nodes.push(
          await drive.upload(file, {
            ...placeOf(options),
            signal: context.signal,
            resume: options.resume,
            verify: options.verify === true,
            onProgress: ({ loaded, total }) => bar.update(loaded, total),
            onStart: (nodeId) => {
              started.node_id = nodeId;
            },
          }),
        );
      } catch (error) {
        if (started.node_id !== undefined) warn(context, `go on later with: --resume ${started.node_id}`);
        throw error;
      } finally {
        bar.clear();
      }
    }
    return nodes;
  });
  printResult(context, options, { items });
}

async function get(
  context: CliContext,
  id: string,
  options: ProfileOptions & { out: string },
): Promise<void> {
  const partial = `${options.out}.${randomUUID().slice(0, 8)}.part`;
  const result = await withClient(context, options, async ({ client, group }) => {
    const bar = createProgressBar(context, basename(options.out));
    const file = await client.drive(group()).download(id, {
      signal: context.signal,
      onProgress: ({ loaded, total }) => bar.update(loaded, total),
    });
    try {
      await pipeline(file, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, options.out);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    } finally {
      bar.clear();
    }
    return { node_id: id, out: options.out, size: file.size, sha256: file.sha256() };
  });
  printResult(context, options, result);
}

function addPlaceOptions(command: Command): Command {
  return command
    .option('--parent <id>', 'the folder; the root unless given')
    .option('--exam <id>', 'the exam the files belong to');
}

function placeOf({ parent, exam }: PlaceOptions): { parent_id?: string; exam_id?: string } {
  return {
    ...(parent === undefined ? {} : { parent_id: parent }),
    ...(exam === undefined ? {} : { exam_id: exam }),
  };
}

function table(items: readonly DriveNode[]): string {
  return formatTable(
    ['id', 'kind', 'size', 'name'],
    items.map((node) => [
      node.node_id,
      node.kind,
      String(node.size ?? ''),
      printable(node.name ?? '(no key)'),
    ]),
  );
}
