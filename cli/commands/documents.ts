/**
 * `srvault patients|exams|templates …`: reads, lists, creates and changes documents. Source: choices, "Command line
 * `srvault`".
 */

import type { Command } from 'commander';
import { asDocument, type CliContext, printResult } from '#cli/context.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { readRecord } from '#cli/read-record-input.ts';
import { addCosignCommand } from '#cli/report/cosign-command.ts';
import { addReportCommand, addSignCommand } from '#cli/report/report-command.ts';
import { formatTable } from '#cli/terminal/table.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import type { CreateBody } from '#contract/documents/requests.ts';
import type { Unbranded } from '#contract/ids.ts';
import { indexText, sealedText } from './describe-change.ts';
import { addDraftCommands } from './drafts.ts';
import { addEraseCommand } from './erase.ts';
import { addExamPatientCommand } from './exam-patient.ts';
import { addListCommand } from './list-documents.ts';
import { documentsOf } from './resource-client.ts';
import { addStarterCommand } from './starter-set.ts';
import { warnOfEmptiedReport } from './warn-emptied-report.ts';

interface WriteOptions extends ProfileOptions {
  readonly file?: string;
  readonly tag?: string[];
  readonly expected?: string;
  readonly patient?: string;
}

export function addDocumentCommands<R extends Resource>(
  program: Command,
  context: CliContext,
  resource: R,
): void {
  const group = program.command(resource).description(`${resource}: list, read and write`);
  addListCommand(group, context, resource);
  addReadCommands(group, context, resource);
  addWriteCommands(group, context, resource);
  addStateCommands(group, context, resource);
  addDraftCommands(group, context, resource);
  if (resource === 'patients') addEraseCommand(group, context);
  if (resource === 'templates') addStarterCommand(group, context);
  if (resource !== 'exams') return;
  addReportCommand(group, context);
  addExamPatientCommand(group, context);
  addSignCommand(group, context);
  addCosignCommand(group, context);
}

function addReadCommands<R extends Resource>(group: Command, context: CliContext, resource: R): void {
  addProfileOptions(group.command('get <id>'))
    .description('open one: its newest version, a named version, or its draft')
    .option('--version-id <id>', 'a committed version')
    .option('--draft', 'the draft, where it is newer than the latest version')
    .action(async (id: string, options: ProfileOptions & { versionId?: string; draft?: boolean }) => {
      const query = {
        ...(options.versionId === undefined ? {} : { version_id: options.versionId }),
        ...(options.draft ? { include_draft: true } : {}),
      };
      const view = await withClient(context, options, ({ client }) =>
        documentsOf(client, resource).get(id, query, context),
      );
      printResult(context, options, view, asDocument);
    });
  addProfileOptions(group.command('versions <id>'))
    .description('list the versions, newest first')
    .action(async (id: string, options: ProfileOptions) => {
      const items = await withClient(context, options, async ({ client }) =>
        collect(documentsOf(client, resource).versions(id, { limit: 200 }, context)),
      );
      printResult(context, options, { items }, () =>
        formatTable(
          ['seq', 'version_id', 'created_at', 'by'],
          items.map((item) => [
            String(item.seq),
            item.version_id,
            item.created_at,
            item.created_by.display_name,
          ]),
        ),
      );
    });
}

/** Link options; only exams link to a patient. */
const LINKS: {
  readonly [R in Resource]: (patientId: string | undefined) => Pick<Unbranded<CreateBody<R>>, 'patient_id'>;
} = {
  patients: () => ({}),
  exams: (patient_id) => (patient_id === undefined ? {} : { patient_id }),
  templates: () => ({}),
};

function addWriteCommands<R extends Resource>(group: Command, context: CliContext, resource: R): void {
  const create = addProfileOptions(group.command('create'))
    .description('seal a new one; the record is JSON from --file or stdin')
    .option('--file <file>', 'JSON file, - for stdin')
    .option('--tag <tag...>', 'tags');
  if (resource === 'exams')
    create.option('--patient <id>', 'the patient it belongs to', onlyOnce('--patient'));
  create.action(async (options: WriteOptions) => {
    const { record } = await readRecord<R>(context, options.file);
    const view = await withClient(context, options, ({ client, group: groupId }) =>
      documentsOf(client, resource).create(
        {
          security_group_id: groupId(),
          record,
          ...(options.tag === undefined ? {} : { tags: options.tag }),
          ...LINKS[resource](options.patient),
        },
        context,
      ),
    );
    printResult(context, options, view, sealedText);
  });
  addProfileOptions(group.command('update <id>'))
    .description('seal a new version; a document as `get` prints it is refused if another version came since')
    .option('--file <file>', 'JSON file, - for stdin')
    .option('--tag <tag...>', 'replace the tags')
    .option('--expected <version_id>', 'refuse if this is not the latest version')
    .action(async (id: string, options: WriteOptions) => {
      const { record, version_id } = await readRecord<R>(context, options.file);
      const view = await withClient(context, options, async ({ client }) => {
        const sealed = await documentsOf(client, resource).update(
          id,
          {
            record,
            expected_latest_version_id: options.expected ?? version_id ?? null,
            ...(options.tag === undefined ? {} : { tags: options.tag }),
          },
          context,
        );
        await warnOfEmptiedReport(context, client, resource, sealed);
        return sealed;
      });
      printResult(context, options, view, sealedText);
    });
}

function addStateCommands<R extends Resource>(group: Command, context: CliContext, resource: R): void {
  const acts = {
    archive: ['put into the archive', 'put into the archive'],
    unarchive: ['take out of the archive', 'taken out of the archive'],
    restore: ['take out of the trash', 'taken out of the trash'],
  } as const;
  for (const act of ['archive', 'unarchive', 'restore'] as const) {
    const [description, done] = acts[act];
    addProfileOptions(group.command(`${act} <id>`))
      .description(description)
      .action(async (id: string, options: ProfileOptions) => {
        const index = await withClient(context, options, ({ client }) =>
          documentsOf(client, resource)[act](id, context),
        );
        printResult(context, options, index, (changed) => indexText(changed, done));
      });
  }
  addProfileOptions(group.command('delete <id>'))
    .description('put into the trash')
    .option('--purge', 'for good, from the trash')
    .action(async (id: string, options: ProfileOptions & { purge?: boolean }) => {
      const index = await withClient(context, options, ({ client }) =>
        documentsOf(client, resource)[options.purge ? 'purge' : 'delete'](id, context),
      );
      const done = options.purge ? 'removed for good' : 'put into the trash';
      printResult(context, options, index, (changed) => indexText(changed, done));
    });
}
