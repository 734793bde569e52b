/** `srvault export dicom`: writes the DICOM files of exams with a DICOMDIR. Source: choices, "DICOM". */
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { checkChoice, collectExam, type ExamChoice, examIds, nothingToExportText } from './exam-ids.ts';
import { waitForProcessing } from './wait-for-processing.ts';
import { checkPlace, writeMedia } from './write-media.ts';

interface Options extends ProfileOptions, ExamChoice {
  readonly out: string;
  readonly letters?: boolean;
}

export function addDicomExport(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addProfileOptions(group.command('dicom'))
    .description('DICOM files as they came, with a DICOMDIR; marks as key objects, measurements as reports')
    .option('--patient <id>', 'all exams of this patient', onlyOnce('--patient'))
    .option('--exam <id>', 'this exam; may be given several times', collectExam)
    .option('--letters', 'also the letter of each exam, as an encapsulated PDF of its study')
    .requiredOption('--out <path>', 'a new or empty folder, or a file that ends in .zip')
    .action(async (options: Options) => {
      checkChoice(options);
      await checkPlace(options.out);
      const { files: _, ...counts } = await withClient(
        context,
        options,
        async ({ client, group: groupId }) => {
          const ids = await examIds(client, options, groupId);
          const { signal } = context;
          const media = await waitForProcessing(
            () => client.exchange.dicom(ids, { signal, letters: options.letters === true }),
            signal,
          );
          await writeMedia(context, options.out, media.files, media.files.length);
          return media;
        },
      );
      if (counts.waiting > 0)
        warn(
          context,
          `${counts.waiting} files are not read yet and were left out. Export again in a moment.`,
        );
      const written = counts.images + counts.key_objects + counts.measurement_reports + counts.letters;
      if (written === 0)
        warn(
          context,
          `nothing was exported: ${nothingToExportText(options)} DICOM pictures; ${options.out} holds no image`,
        );
      printResult(
        context,
        options,
        { out: options.out, ...counts },
        ({ images, key_objects, measurement_reports, letters }) =>
          [
            `Wrote ${images} pictures, ${key_objects} key objects, ${measurement_reports} measurement reports and ${letters} letters to ${options.out}, in clear.`,
            ...(written === 0 ? [] : ['They name the patient: srvault export deidentified does not.']),
          ].join('\n'),
      );
      setExitCode(counts.waiting > 0 ? EXIT.invalid : EXIT.ok);
    });
}
