/**
 * `srvault exams cosign`: requests co-signatures of a signed report. Scripts may ask, but only persons can be asked.
 */
import { type Command, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';

interface CosignOptions extends ProfileOptions {
  readonly ask?: string;
  readonly versionId?: string;
  readonly takeBack?: string;
}

/** Adds the commands; `exams` is the command group. */
export function addCosignCommand(exams: Command, context: CliContext): void {
  addProfileOptions(exams.command('cosign <id>'))
    .description('list, make or withdraw requests to co-sign a report')
    .addOption(
      new Option('--ask <principal_id>', 'a person who can edit in the group of the exam').conflicts(
        'takeBack',
      ),
    )
    .option('--version-id <id>', 'with --ask: refuse if this is not the newest version')
    .option(
      '--take-back <request_id>',
      'withdraw a request, as the person who asked or an owner of the group',
    )
    .action(async (id: string, options: CosignOptions) => {
      const { ask, takeBack, versionId } = options;
      if (versionId !== undefined && ask === undefined) throw new UsageError('--version-id needs --ask.');
      await withClient(context, options, async ({ client }) => {
        const { cosign } = client.exams;
        if (takeBack !== undefined)
          return printResult(context, options, await cosign.takeBack(id, takeBack, context), requestText);
        if (ask === undefined)
          return printResult(context, options, await cosign.list(id, context), requestTable);
        const version_id = versionId ?? (await client.exams.get(id, {}, context)).version_id ?? '';
        const asked = await cosign.ask(id, { version_id, principal_id: ask }, context);
        return printResult(context, options, asked, requestText);
      });
    });
}

function requestText({ request_id, seq, asked, state }: CosignRequest): string {
  return [
    `${printable(asked.display_name)} and the co-signature of version ${seq}: ${state}`,
    `request ${request_id}`,
  ].join('\n');
}

function requestTable({ items }: { readonly items: readonly CosignRequest[] }): string {
  return formatTable(
    ['request', 'version', 'asked', 'by', 'state'],
    items.map(({ request_id, seq, asked, asked_by, state }) => [
      request_id,
      String(seq),
      printable(asked.display_name),
      printable(asked_by.display_name),
      state,
    ]),
  );
}
