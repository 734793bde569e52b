/** `srvault drive …`: lists, uploads, downloads and manages files. Source: choices, "Command line `srvault`". */
import type { Command } from 'commander';
import { nodeText } from '#cli/commands/describe-change.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { addPlaceOptions, nodeTable, type PlaceOptions, placeOf } from './drive-location.ts';
import { type GetOptions, get } from './get.ts';
import { type PutOptions, put } from './put.ts';

export function addDriveCommands(program: Command, context: CliContext): void {
  const drive = program.command('drive').description('files and folders of a group');
  addPlaceOptions(addProfileOptions(drive.command('ls')))
    .description('list a folder, or the files of an exam')
    .option('--trash', 'what is in the trash')
    .action(async (options: PlaceOptions & { trash?: boolean }) => {
      const state = options.trash ? ({ state: 'deleted' } as const) : {};
      const items = await withClient(context, options, async ({ client, group }) =>
        collect(client.drive(group()).list({ ...placeOf(options), ...state, limit: 200 }, context)),
      );
      printResult(context, options, { items }, () => nodeTable(items));
    });
  addPlaceOptions(addProfileOptions(drive.command('mkdir <name>')))
    .description('make a folder')
    .action(async (name: string, options: PlaceOptions) => {
      const node = await withClient(context, options, ({ client, group }) =>
        client.drive(group()).mkdir({ name, ...placeOf(options) }, context),
      );
      printResult(context, options, node, (made) => nodeText(made, 'made'));
    });
  addPlaceOptions(addProfileOptions(drive.command('put <file...>')))
    .description('upload files; - reads stdin')
    .option('-r, --recursive', 'folders too, with their content')
    .option('--name <name>', 'what a single file is called in the drive')
    .option('--resume <id>', 'resume an interrupted upload of the same file')
    .option('--verify', 'read each file back and compare its SHA-256')
    .action((files: string[], options: PutOptions) => put(context, files, options));
  addProfileOptions(drive.command('get <id>'))
    .description('download a file')
    .requiredOption('--out <file>', 'where to, - for stdout; a file is replaced only once complete')
    .action((id: string, options: GetOptions) => get(context, id, options));
  addMoveCommands(drive, context);
}

interface MoveOptions extends ProfileOptions {
  readonly name?: string;
  readonly parent?: string;
  readonly root?: boolean;
  readonly exam?: string;
}

function addMoveCommands(drive: Command, context: CliContext): void {
  addProfileOptions(drive.command('mv <id>'))
    .description('rename a file or folder, or move it')
    .option('--name <name>', 'the new name')
    .option('--parent <id>', 'the folder to move it to')
    .option('--root', 'move it to the root')
    .option('--exam <id>', 'the exam it belongs to', onlyOnce('--exam'))
    .action(async (id: string, options: MoveOptions) => {
      const { name, parent, root, exam } = options;
      if (root && parent !== undefined) throw new UsageError('Give --parent or --root, not both.');
      const body = {
        ...(name === undefined ? {} : { name }),
        ...(parent === undefined ? {} : { parent_id: parent }),
        ...(root ? { parent_id: null } : {}),
        ...(exam === undefined ? {} : { exam_id: exam }),
      };
      if (Object.keys(body).length === 0) {
        throw new UsageError('Give what to change: --name, --parent, --root or --exam.');
      }
      const node = await withClient(context, options, ({ client, group }) =>
        client.drive(group()).patch(id, body, context),
      );
      printResult(context, options, node, (changed) => nodeText(changed, 'changed'));
    });
  addProfileOptions(drive.command('rm <id>'))
    .description('put a file, or a folder with its content, into the trash')
    .option('--purge', 'for good, from the trash')
    .action(async (id: string, options: ProfileOptions & { purge?: boolean }) => {
      const node = await withClient(context, options, ({ client, group }) =>
        client.drive(group())[options.purge ? 'purge' : 'delete'](id, context),
      );
      const done = options.purge ? 'removed for good' : 'put into the trash';
      printResult(context, options, node, (removed) => nodeText(removed, done));
    });
  addProfileOptions(drive.command('restore <id>'))
    .description('take a file or folder out of the trash')
    .action(async (id: string, options: ProfileOptions) => {
      const node = await withClient(context, options, ({ client, group }) =>
        client.drive(group()).restore(id, context),
      );
      printResult(context, options, node, (restored) => nodeText(restored, 'taken out of the trash'));
    });
}
