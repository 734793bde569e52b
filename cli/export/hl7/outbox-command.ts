/**
 * `srvault hl7 outbox`: lists the messages the vault sends to receivers automatically, with their acknowledgements.
 */
import type { Command } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { ListedMessage } from '#contract/exchange/outbox.ts';

interface ListOptions extends ProfileOptions {
  readonly exam?: string;
  readonly waiting?: boolean;
}

const LISTED_MAX = 1_000;
const ORDERS = {
  retry: 'send a message now, whatever its state',
  discard: 'remove a message from the outbox',
};

export function addOutboxCommands(program: Command, context: CliContext): void {
  const outbox = program
    .command('hl7')
    .description('HL7 v2 messages')
    .command('outbox')
    .description('reports on their way to the receivers of the settings');
  addProfileOptions(outbox.command('list', { isDefault: true }))
    .description('list the outbox of the group, newest first')
    .option('--exam <id>', 'only of this exam', onlyOnce('--exam'))
    .option('--waiting', 'only messages not answered yet')
    .action(async (options: ListOptions) => {
      const items = await withClient(context, options, ({ client, group }) =>
        client.exchange.hl7
          .list(
            {
              security_group_id: group(),
              ...(options.exam === undefined ? {} : { exam_id: options.exam }),
              ...(options.waiting ? { waiting: true } : {}),
            },
            context,
          )
          .toArray({ limit: LISTED_MAX }),
      );
      printResult(context, options, { items }, table);
    });
  for (const order of ['retry', 'discard'] as const) {
    addProfileOptions(outbox.command(`${order} <id>`))
      .description(ORDERS[order])
      .action(async (id: string, options: ProfileOptions) => {
        const message = await withClient(
          context,
          options,
          async ({ client }): Promise<ListedMessage> => client.exchange.hl7[order](id, context),
        );
        printResult(context, options, message, (changed) => table({ items: [changed] }));
      });
  }
}

function table({ items }: { readonly items: readonly ListedMessage[] }): string {
  return formatTable(
    ['message', 'exam', 'receiver', 'state', 'attempts', 'answer'],
    items.map(
      ({
        message_id,
        title,
        exam_id,
        receiver,
        state,
        attempts,
        answer,
        failure,
        unread_answer,
        ...rest
      }) => [
        message_id,
        printable(title ?? exam_id),
        receiver,
        'damaged' in rest ? 'damaged' : state,
        String(attempts),
        printable(
          answer === null
            ? [failure, unread_answer].filter(Boolean).join(': ')
            : `${answer.code} ${answer.text}`.trim(),
        ),
      ],
    ),
  );
}
