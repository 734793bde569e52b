/** `srvault patients|exams|templates list`: prints one page, or all, as a table or JSON. */

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import { EXAM_LIST_SORTS, LIST_SORTS, LIST_STATES, type ListQueryOf } from '#contract/documents/requests.ts';
import type { DocumentListItem } from '#contract/documents/views.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import type { Page } from '#contract/paged-list.ts';
import type { TextMatch } from '#contract/search/text-matches.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { PageList } from '#sdk/http/lists/page-list.ts';
import { titleOf } from './describe-change.ts';

/** Options and their query fields. Invalid values are refused before sending. */
const QUERY_OPTIONS = {
  state: ['--state <state>', 'active, archived, deleted or all'],
  q: ['--q <words>', 'search: every word a prefix'],
  tag: ['--tag <tag>', 'with this tag'],
  sort: ['--sort <field>', 'updated_at, created_at, title or exam_date; - before it: descending'],
  updated_since: ['--updated-since <instant>', 'changed at this instant or later'],
  order: ['--order <field>', 'updated_at: the oldest change first'],
  source_id: ['--source-id <id>', 'imported from this source id'],
  limit: ['--limit <n>', 'rows of a page, 1 to 200'],
  cursor: ['--cursor <cursor>', 'the page after one that ended with this next_cursor'],
} as const;

const EXAM_OPTIONS = {
  text: ['--text <words>', 'words in the reports: prefixes, "phrases", impression:word; lists the sentences'],
  patient_id: ['--patient <id>', 'of this patient'],
  modality: ['--modality <code>', 'of this modality'],
  exam_date_from: ['--from <date>', 'examined on or after'],
  exam_date_to: ['--to <date>', 'examined on or before'],
  accession_number: ['--accession <number>', 'with this accession number'],
  sort: ['--sort <field>', 'updated_at, created_at, title, exam_date or due; - before it: descending'],
  priority: ['--priority <priority>', 'ordered as stat, urgent or routine'],
  due_before: ['--due-before <instant>', 'due before this day or instant'],
  report_status: [
    '--report-status <code>',
    'with this status of its report, as FHIR has it: registered, preliminary, final, amended, …',
  ],
} as const;

/** A query that any of the three lists takes. */
type ListQuery = ListQueryOf['patients'] & ListQueryOf['exams'];
type ListOptions = ProfileOptions & Readonly<Record<string, string | boolean | undefined>>;

export function addListCommand(group: Command, context: CliContext, resource: Resource): void {
  const fields = resource === 'exams' ? { ...QUERY_OPTIONS, ...EXAM_OPTIONS } : QUERY_OPTIONS;
  const choices = choicesOf(resource);
  const command = addProfileOptions(group.command('list')).description('list and search');
  for (const [field, [flags, description]] of Object.entries(fields)) {
    command.addOption(checked(new Option(flags, description), field, choices[field]));
  }
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

function choicesOf(resource: Resource): Readonly<Record<string, readonly string[]>> {
  const sorts = resource === 'exams' ? EXAM_LIST_SORTS : LIST_SORTS;
  return {
    state: LIST_STATES,
    sort: sorts.flatMap((sort) => [sort, `-${sort}`]),
    order: ['updated_at'],
  };
}

function checked(option: Option, field: string, choices: readonly string[] | undefined): Option {
  if (field === 'limit') return option.argParser(pageLimit);
  if (choices !== undefined) return option.choices([...choices]);
  return option.argParser(onlyOnce(option.long ?? option.flags));
}

/** Accepts only a number; the vault limits its size. */
function pageLimit(text: string): string {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError(`It takes 1 to ${PAGE_LIMIT_MAX}.`);
  return text;
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
  const hasAccessions = items.some(({ summary }) => accessionOf(summary) !== '');
  const rows = items.map(({ index, summary }) => [
    index.document_id,
    titleOf(summary),
    dateOf(summary),
    ...(hasAccessions ? [accessionOf(summary)] : []),
    index.updated_at,
  ]);
  const heads = ['id', 'name', 'date', ...(hasAccessions ? ['accession'] : []), 'updated_at'];
  const more = next_cursor === null ? '' : `\nmore: --cursor ${next_cursor}`;
  return `${withSentences(formatTable(heads, rows), items)}${more}`;
}

/** The table with the sentences found in each report under its row. */
function withSentences(rows: string, items: readonly DocumentListItem<Resource>[]): string {
  if (items.every(({ matches }) => matches === undefined)) return rows;
  const [heads = '', ...lines] = rows.split('\n');
  const found = (at: number) => (items[at]?.matches ?? []).map((match) => `  ${marked(match)}`);
  return [heads, ...lines.flatMap((line, at) => [line, ...found(at)])].join('\n');
}

/** The sentence with its section; the words that were found are between angle quotes. */
function marked({ section, text, marks }: TextMatch): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of marks) {
    shown += `${text.slice(at, from)}«${text.slice(from, to)}»`;
    at = to;
  }
  const sentence = shown + text.slice(at);
  return printable(section === '' ? sentence : `${section}: ${sentence}`);
}

function accessionOf(summary: DocumentListItem<Resource>['summary']): string {
  if (summary === null || !('accession_number' in summary)) return '';
  return printable(summary.accession_number ?? '');
}

function dateOf(summary: DocumentListItem<Resource>['summary']): string {
  if (summary === null) return '';
  if ('birth_date' in summary) return summary.birth_date?.slice(0, 10) ?? '';
  return 'exam_date' in summary ? (summary.exam_date?.slice(0, 10) ?? '') : '';
}
