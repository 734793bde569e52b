/** `srvault drive put`: uploads files, folders with their content, or stdin. */
import { opendirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nodeText } from '#cli/commands/describe-change.ts';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { withClient } from '#cli/profile.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { printable } from '#cli/terminal/table.ts';
import type { DriveNode } from '#contract/drives/node.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import type { UploadInput } from '#sdk/drive/upload-source.ts';
import { nodeTable, type PlaceOptions, placeOf } from './drive-location.ts';

export interface PutOptions extends PlaceOptions {
  readonly resume?: string;
  readonly verify?: boolean;
  readonly recursive?: boolean;
  readonly name?: string;
}

const STDIN = '-';

export async function put(context: CliContext, paths: readonly string[], options: PutOptions): Promise<void> {
  assertPuttable(paths, options);
  const items = await withClient(context, options, async ({ client, group }) => {
    const drive = client.drive(group());
    const nodes: DriveNode[] = [];
    for (const path of paths) nodes.push(...(await putPath(context, drive, path, options)));
    return nodes;
  });
  const [only, ...others] = items;
  printResult(context, options, { items }, () =>
    only !== undefined && others.length === 0
      ? nodeText(only, `put into ${options.exam === undefined ? 'the drive' : `the exam ${options.exam}`}`)
      : nodeTable(items),
  );
}

/** Checks all paths before the first upload, because a partial upload is harder to repeat. @throws UsageError */
function assertPuttable(paths: readonly string[], options: PutOptions): void {
  if (options.resume !== undefined && paths.length > 1)
    throw new UsageError('--resume works with one file only.');
  const fromStdin = paths.filter((path) => path === STDIN);
  if (fromStdin.length > 1) throw new UsageError('Stdin can be read only once.');
  if (options.name !== undefined && paths.length > 1)
    throw new UsageError('--name works with one file only.');
  if (fromStdin.length > 0 && options.resume !== undefined)
    throw new UsageError('--resume needs a file, because stdin has no known length.');
  if (fromStdin.length > 0 && options.name === undefined) {
    throw new UsageError('Give with --name a name for the content of stdin.');
  }
  for (const path of paths.filter((named) => named !== STDIN)) {
    const info = statSync(path);
    if (info.isDirectory() && options.recursive !== true) {
      throw new UsageError(`${printable(path)} is a folder. Upload it with --recursive.`);
    }
    if (info.isDirectory() && options.resume !== undefined)
      throw new UsageError('--resume works with one file, not with a folder.');
    if (!info.isDirectory() && !info.isFile()) throw new UsageError(`${printable(path)} is not a file.`);
  }
}

async function putPath(
  context: CliContext,
  drive: DriveApi,
  path: string,
  options: PutOptions,
): Promise<DriveNode[]> {
  if (path === STDIN) {
    return [await putFile(context, drive, { input: context.stdin, name: options.name, options })];
  }
  if (!statSync(path).isDirectory())
    return [await putFile(context, drive, { input: path, name: options.name ?? basename(path), options })];
  const name = options.name ?? basename(join(path, '.').replace(/[/\\]\.?$/, ''));
  const folder = await drive.mkdir({ name, ...placeOf(options) }, context);
  const nodes = [folder];
  const { name: _name, ...inside } = { ...options, parent: folder.node_id };
  for (const child of childrenOf(context, path))
    nodes.push(...(await putPath(context, drive, child, inside)));
  return nodes;
}

/** Returns files and folders sorted by name; warns about anything else and skips it. */
function childrenOf(context: CliContext, folder: string): string[] {
  const children: string[] = [];
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      const path = join(folder, entry.name);
      if (entry.isFile() || entry.isDirectory()) children.push(path);
      else warn(context, `${printable(path)} is neither a file nor a folder; left out`);
    }
  } finally {
    entries.closeSync();
  }
  return children.sort();
}

interface OneFile {
  readonly input: UploadInput;
  readonly name: string | undefined;
  readonly options: PutOptions;
}

async function putFile(
  context: CliContext,
  drive: DriveApi,
  { input, name = 'stdin', options }: OneFile,
): Promise<DriveNode> {
  const bar = createProgressBar(context, name, 'bytes');
  const started: { node_id?: string } = {};
  try {
    return await drive.upload(input, {
      ...placeOf(options),
      name,
      signal: context.signal,
      resume: options.resume,
      verify: options.verify === true,
      onProgress: ({ loaded, total }) => bar.update(loaded, total),
      onStart: (nodeId) => {
        started.node_id = nodeId;
      },
    });
  } catch (error) {
    bar.clear();
    if (started.node_id !== undefined) warn(context, `resume later with: --resume ${started.node_id}`);
    throw error;
  } finally {
    bar.clear();
  }
}
