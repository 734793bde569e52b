/** `srvault exams cosign`: requests to co-sign a signed report. Persons alone are asked; scripts ask. */
import { type Command, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';

interface CosignOptions extends ProfileOptions {
  readonly ask?: string;
  readonly versionId?: string;
  readonly takeBack?: string;
}

/** `exams`: the command group of that name. */
export function addCosignCommand(exams: Command, context: CliContext): void {
  addProfileOptions(exams.command('cosign <id>'))
    .description('list the requests to co-sign a report, make one, or take one back')
    .addOption(
      new Option('--ask <principal_id>', 'a person who can edit in the group of the exam').conflicts(
        'takeBack',
      ),
    )
    .option('--version-id <id>', 'with --ask: refuse if this is not the newest version')
    .option('--take-back <request_id>', 'as who asked, or as an owner of the group')
    .action(async (id: string, options: CosignOptions) => {
      const { ask, takeBack, versionId } = options;
      if (versionId !== undefined && ask === undefined) throw new UsageError('--version-id goes with --ask.');
      const answer = await withClient(context, options, async ({ client }) => {
        const { cosign } = client.exams;
        if (takeBack !== undefined) return cosign.takeBack(id, takeBack, context);
        if (ask === undefined) return cosign.list(id, context);
        const version_id = versionId ?? (await client.exams.get(id, {}, context)).version_id ?? '';
        return cosign.ask(id, { version_id, principal_id: ask }, context);
      });
      printResult(context, options, answer);
    });
}
