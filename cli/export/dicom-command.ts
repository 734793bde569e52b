/** `srvault export dicom`. Source: choices, "DICOM". */
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import type { VaultClient } from '#sdk/client.ts';
import type { DicomMedia } from '#sdk/media/dicom-media.ts';
import { checkChoice, type ExamChoice, examIds } from './exam-ids.ts';
import { checkPlace, writeMedia } from './write-media.ts';

interface Options extends ProfileOptions, ExamChoice {
  readonly out: string;
}

const LOOK_MS = 500;
/** As long the vault may get on with none of the files. */
const STILL_MAX_MS = 30_000;

export function addDicomExport(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addProfileOptions(group.command('dicom'))
    .description('DICOM files as they came, with a DICOMDIR; marks as key objects, measurements as reports')
    .option('--patient <id>', 'all exams of this patient')
    .option('--exam <id>', 'this exam')
    .requiredOption('--out <path>', 'a new or empty folder, or a file that ends in .zip')
    .action(async (options: Options) => {
      checkChoice(options);
      await checkPlace(options.out);
      const { files: _, ...counts } = await withClient(
        context,
        options,
        async ({ client, group: groupId }) => {
          const media = await whenRead(client, await examIds(client, options, groupId), context.signal);
          await writeMedia(context, options.out, media.files, media.files.length);
          return media;
        },
      );
      if (counts.waiting > 0)
        warn(context, `${counts.waiting} files are not read yet and are left out; export again in a moment.`);
      printResult(context, options, { out: options.out, ...counts });
      setExitCode(counts.waiting > 0 ? EXIT.invalid : EXIT.ok);
    });
}

/** What has come in only now is read while somebody is unlocked, who may be nobody but this command: it waits for it. */
async function whenRead(
  client: VaultClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<DicomMedia> {
  let media = await client.exchange.dicom(ids, { signal });
  for (let still = 0; media.waiting > 0 && still < STILL_MAX_MS; still += LOOK_MS) {
    await pause(LOOK_MS, undefined, { signal });
    const before = media.waiting;
    media = await client.exchange.dicom(ids, { signal });
    if (media.waiting < before) still = 0;
  }
  return media;
}
