/**
 * `srvault patients|exams|templates draft get|put|discard|list`. A document has one draft; discarded ones are kept
 * for a limited time.
 */
import type { Command } from 'commander';
import { asDocument, type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { readRecord } from '#cli/read-record-input.ts';
import { formatTable } from '#cli/terminal/table.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import { documentsOf } from './resource-client.ts';

interface PutOptions extends ProfileOptions {
  readonly file?: string;
  readonly base?: string;
  readonly expected?: string;
}

export function addDraftCommands<R extends Resource>(
  parent: Command,
  context: CliContext,
  resource: R,
): void {
  const group = parent.command('draft').description('the draft of a document, and discarded ones');
  addProfileOptions(group.command('get <id>'))
    .description('open the draft, or a discarded one')
    .option('--rev <draft_rev>', 'a discarded one')
    .action(async (id: string, options: ProfileOptions & { rev?: string }) => {
      const { rev } = options;
      const draft = await withClient(context, options, async ({ client }) => {
        const api = documentsOf(client, resource);
        return rev === undefined ? api.draft.get(id, context) : api.discardedDraft(id, rev, context);
      });
      printResult(context, options, draft, asDocument);
    });
  addPutCommand(group, context, resource);
  addProfileOptions(group.command('discard <id>'))
    .description('move the draft to the recovered ones')
    .action(async (id: string, options: ProfileOptions) => {
      const discarded = await withClient(context, options, ({ client }) =>
        documentsOf(client, resource).draft.discard(id, context),
      );
      printResult(
        context,
        options,
        discarded,
        ({ draft_rev }) =>
          `Draft ${draft_rev} was moved to the recovered ones. To open it: srvault ${resource} draft get ${id} --rev ${draft_rev}`,
      );
    });
  addProfileOptions(group.command('list <id>'))
    .description('list the discarded drafts, newest first')
    .action(async (id: string, options: ProfileOptions) => {
      const items = await withClient(context, options, ({ client }) =>
        collect(documentsOf(client, resource).drafts(id, { limit: 200 }, context)),
      );
      printResult(context, options, { items }, () =>
        formatTable(
          ['draft_rev', 'base_version_id', 'discarded_at'],
          items.map((item) => [item.draft_rev, item.base_version_id ?? '', item.discarded_at ?? '']),
        ),
      );
    });
}

function addPutCommand<R extends Resource>(group: Command, context: CliContext, resource: R): void {
  addProfileOptions(group.command('put <id>'))
    .description('write the draft; the record is JSON from --file or stdin, or a document as `get` prints it')
    .option('--file <file>', 'JSON file, - for stdin')
    .option('--base <version_id>', 'the version it was made from; by default that of the document given')
    .option('--expected <draft_rev>', 'refuse if this is not the present draft')
    .action(async (id: string, options: PutOptions) => {
      const { record, version_id } = await readRecord<R>(context, options.file);
      const base_version_id = options.base ?? version_id;
      if (base_version_id === undefined)
        throw new UsageError('Give with --base the version the draft was made from.');
      const expected = options.expected === undefined ? {} : { expected_draft_rev: options.expected };
      const state = await withClient(context, options, ({ client }) =>
        documentsOf(client, resource).draft.put(id, { record, base_version_id, ...expected }, context),
      );
      printResult(
        context,
        options,
        state,
        ({ draft_rev }) => `Draft ${draft_rev} of ${id} was written, made from version ${base_version_id}.`,
      );
    });
}
