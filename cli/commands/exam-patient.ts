/** `srvault exams patient`: links an exam to a patient of its group, or removes the link. */
import { type Command, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { indexText } from './describe-change.ts';

interface PatientOptions extends ProfileOptions {
  readonly patient?: string;
  readonly none?: boolean;
  readonly expected?: string;
}

export function addExamPatientCommand(group: Command, context: CliContext): void {
  addProfileOptions(group.command('patient <exam_id>'))
    .description('link an exam to a patient, or to none')
    .addOption(
      new Option('--patient <id>', 'a patient of the same group')
        .conflicts('none')
        .argParser(onlyOnce('--patient')),
    )
    .option('--none', 'remove the link')
    .option('--expected <version_id>', 'refuse if this is not the latest version of the exam')
    .action(async (examId: string, options: PatientOptions) => {
      if (options.patient === undefined && !options.none)
        throw new UsageError('Give the patient with --patient, or use --none.');
      const expected = options.expected === undefined ? {} : { expected_latest_version_id: options.expected };
      const index = await withClient(context, options, ({ client }) =>
        client.exams.setPatient(examId, { patient_id: options.patient ?? null, ...expected }, context),
      );
      printResult(context, options, index, (changed) =>
        indexText(
          changed,
          options.patient === undefined ? 'taken from its patient' : `linked to ${options.patient}`,
        ),
      );
    });
}
