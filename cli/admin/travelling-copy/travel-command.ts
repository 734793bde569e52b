/** `srvault travel`: creates and manages a travelling copy of a vault on other computers. */
import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions, addDataOption } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { parseId, parseSince } from '#cli/options/parse-options.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parseDocumentId, parseNodeId, parseSecurityGroupId } from '#contract/ids.ts';
import { TRAVEL_EXCHANGE_MAX_MS } from '#contract/limits.ts';
import { NAME_SIDES, type RenameChoice } from '#contract/sync/travelling-copy.ts';
import { type CreateCopyOptions, createCopy } from './create-copy.ts';
import { formatStatus } from './format-status.ts';
import { type CredentialOptions, replaceCopyCredential } from './replace-credential.ts';

interface MoreOptions extends AdminOptions {
  readonly group: string;
  readonly since?: string;
}

interface NameOptions extends AdminOptions {
  readonly keep: RenameChoice;
}

interface DeleteOptions extends AdminOptions {
  readonly evenIfWaiting?: boolean;
}

export function addTravelCommands(program: Command, context: CliContext): void {
  const travel = program
    .command('travel')
    .description('a copy of a vault on other machines, to be taken along and used without them');
  addAdminOptions(travel.command('take'))
    .description('make a copy in a new folder: the groups named, verified; said again after an interruption')
    .requiredOption(
      '--credential <dir>',
      'credential folder of this computer, or the folder «remote» it joined by',
    )
    .option(
      '--founder <hex>',
      'the founder’s key as the invitation gives it, unless it was compared when joining',
    )
    .option('--address <url...>', 'where the vault answers, instead of the addresses in the credential')
    .option('--group <id...>', 'security groups to take along; all of yours unless given')
    .option('--since <when>', 'exams changed since: 90d for days, or a date; all unless given')
    .action((options: CreateCopyOptions) => createCopy(context, options));
  addAdminOptions(travel.command('status'))
    .description('show the state of the copy, what is taken along and what waits')
    .action((options: AdminOptions) =>
      withAdministrator(context, options, async (client) =>
        printResult(context, options, await client.copy.status(context), formatStatus),
      ),
    );
  addAdminOptions(travel.command('exchange'))
    .description('exchange with the vault now')
    .action((options: AdminOptions) =>
      withAdministrator(context, options, async (client, passphrase) => {
        const status = await client.copy.exchange(
          { passphrase },
          { signal: context.signal, timeoutMs: TRAVEL_EXCHANGE_MAX_MS },
        );
        printResult(context, options, status, formatStatus);
      }),
    );
  addAdminOptions(travel.command('more'))
    .description('take a group along, or more of one; it comes with the next exchange')
    .requiredOption('--group <id>', 'security group')
    .option('--since <when>', 'exams changed since: 90d for days, or a date; all unless given')
    .action((options: MoreOptions) =>
      withAdministrator(context, options, async (client) => {
        const security_group_id = parseId(parseSecurityGroupId, options.group, 'group');
        await client.copy.takeGroup({ security_group_id, since: parseSince(options.since) }, context);
        const status = await client.copy.exchange(
          {},
          { signal: context.signal, timeoutMs: TRAVEL_EXCHANGE_MAX_MS },
        );
        printResult(context, options, status, formatStatus);
      }),
    );
  for (const [name, is_pinned, description] of [
    [
      'pin',
      true,
      'always take the files of an exam along with their content; they come with the next exchange',
    ],
    ['unpin', false, 'take the files of an exam along by name; what is here stays'],
  ] as const)
    addAdminOptions(travel.command(name))
      .description(description)
      .argument('<exam>', 'id of the exam')
      .action((exam: string, options: AdminOptions) =>
        withAdministrator(context, options, async (client) => {
          const exam_id = parseId(parseDocumentId, exam, 'exam');
          printResult(context, options, await client.copy.pin({ exam_id, is_pinned }, context), formatStatus);
        }),
      );
  addAdminOptions(travel.command('name'))
    .description('a file or folder that was renamed here and at the vault: whose name stays')
    .argument('<node>', 'id of the file or folder, as the status names it')
    .addOption(
      new Option('--keep <side>', 'the vault’s name, or the one given here')
        .choices(NAME_SIDES)
        .makeOptionMandatory(),
    )
    .action((node: string, options: NameOptions) =>
      withAdministrator(context, options, async (client) => {
        const node_id = parseId(parseNodeId, node, 'node');
        const status = await client.copy.settleName({ node_id, keep: options.keep }, context);
        printResult(context, options, status, formatStatus);
      }),
    );
  addDataOption(travel.command('credential'))
    .description('give the copy another credential, after its own expired or was revoked; served or not')
    .requiredOption('--credential <dir>', 'the new credential folder, best without a group')
    .option('--address <url...>', 'where the vault answers, instead of the addresses the copy knows')
    .option('--json', 'print exactly one JSON document')
    .action((options: CredentialOptions) => replaceCopyCredential(context, options));
  addAdminOptions(travel.command('delete'))
    .description('delete the copy from this computer; the vault keeps what was sent to it')
    .option('--even-if-waiting', 'also delete changes that were never sent to the vault')
    .action((options: DeleteOptions) => deleteHere(context, options));
}

async function deleteHere(context: CliContext, options: DeleteOptions): Promise<void> {
  const waiting = await withAdministrator(context, options, async (client) => {
    const { waits } = await client.copy.status(context);
    return waits.length;
  });
  if (waiting > 0 && options.evenIfWaiting !== true)
    throw new VaultError(
      'has_dependents',
      `${waiting} changes on this copy are not at the clinic. Nothing was deleted. Exchange first, or use --even-if-waiting to lose them.`,
    );
  const { deleteCopy } = await import('#server/sync/delete-copy.ts');
  deleteCopy(options.data);
  printResult(
    context,
    options,
    { deleted: true, waiting },
    () =>
      `The copy was deleted from this computer${waiting === 0 ? '' : `, and with it ${waiting} changes nobody else has`}.`,
  );
}
