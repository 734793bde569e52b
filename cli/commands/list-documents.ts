/** `srvault patients|exams|templates list`: one page, or all of them, as rows or as JSON. */

import type { Command } from 'commander';
import type { Resource } from '#contract/documents/document-index.ts';
import type { ListQuery } from '#contract/documents/requests.ts';
import type { DocumentListItem } from '#contract/documents/views.ts';
import type { Page } from '#contract/page.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { PageList } from '#sdk/exchange/page-list.ts';
import { collect } from '../collect.ts';
import { type CliContext, printResult } from '../context.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '../profile.ts';
import { formatTable, printable } from '../terminal/table.ts';

/** Option names and the query fields they fill; the vault judges the values. */
const QUERY_OPTIONS = {
  state: ['--state <state>', 'active, archived, deleted or all'],
  q: ['--q <words>', 'search: every word a prefix'],
  tag: ['--tag <tag>', 'with this tag'],
  sort: ['--sort <field>', 'updated_at, created_at, title or exam_date; - before it: descending'],
  source_id: ['--source-id <id>', 'imported from this source id'],
  limit: ['--limit <n>', 'rows of a page, 1 to 200'],
  cursor: ['--cursor <cursor>', 'the page after one that ended with this next_cursor'],
} as const;

const EXAM_OPTIONS = {
  patient_id: ['--patient <id>', 'of this patient'],
  modality: ['--modality <code>', 'of this modality'],
  exam_date_from: ['--from <date>', 'examined on or after'],
  exam_date_to: ['--to <date>', 'examined on or before'],
  report_status: ['--report-status <code>', 'with this report status'],
} as const;

type ListOptions = ProfileOptions & Readonly<Record<string, string | boolean | undefined>>;

export function addListCommand(group: Command, context: CliContext, resource: Resource): void {
  const fields = resource === 'exams' ? { ...QUERY_OPTIONS, ...EXAM_OPTIONS } : QUERY_OPTIONS;
  const command = addProfileOptions(group.command('list')).description('list and search');
  for (const [flags, description] of Object.values(fields)) command.option(flags, description);
  command.option('--all', 'every page');
  command.action(async (options: ListOptions) => {
    const query = queryOf(fields, command, options);
    const page = await withClient(
      context,
      options,
      async ({ client }): Promise<Page<DocumentListItem<Resource>>> => {
        const list = listOf(client, resource, query, context);
        if (!options['all']) return await list.page();
        return { items: await collect(list), next_cursor: null };
      },
    );
    printResult(context, options, page, () => table(page));
  });
}

function listOf(
  client: VaultClient,
  resource: Resource,
  query: ListQuery,
  context: CliContext,
): PageList<DocumentListItem<Resource>> {
  if (resource === 'patients') return client.patients.list(query, context);
  return resource === 'exams' ? client.exams.list(query, context) : client.templates.list(query, context);
}

function queryOf(
  fields: Readonly<Record<string, readonly [flags: string, description: string]>>,
  command: Command,
  options: ListOptions,
): ListQuery {
  const names = command.options.map((option) => [option.flags, option.attributeName()] as const);
  const entries = Object.entries(fields).flatMap(([field, [flags]]) => {
    const name = names.find(([known]) => known === flags)?.[1];
    const value = name === undefined ? undefined : options[name];
    return value === undefined ? [] : [[field, value] as const];
  });
  if (options.group !== undefined) entries.push(['security_group_id', options.group]);
  return Object.fromEntries(entries);
}

function table({ items, next_cursor }: Page<DocumentListItem<Resource>>): string {
  const rows = items.map(({ index, summary }) => [
    index.document_id,
    titleOf(summary),
    dateOf(summary),
    index.updated_at,
  ]);
  const more = next_cursor === null ? '' : `\nmore: --cursor ${next_cursor}`;
  return `${formatTable(['id', 'name', 'date', 'updated_at'], rows)}${more}`;
}

function titleOf(summary: DocumentListItem<Resource>['summary']): string {
  if (summary === null) return '(no key)';
  if ('display_name' in summary) return printable(summary.display_name);
  const patient = 'patient_name' in summary && summary.patient_name ? ` – ${summary.patient_name}` : '';
  return printable(`${summary.title ?? ''}${patient}`);
}

function dateOf(summary: DocumentListItem<Resource>['summary']): string {
  if (summary === null) return '';
  if ('birth_date' in summary) return summary.birth_date?.slice(0, 10) ?? '';
  return 'exam_date' in summary ? (summary.exam_date?.slice(0, 10) ?? '') : '';
}
