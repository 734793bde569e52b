/** `srvault export sealed`: creates a hand-over. Source: choices, second part, "Exchange". */

import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { checkDay } from '#cli/options/parse-options.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { createPartFile } from '#cli/process/part-file.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { bytesText } from '#cli/terminal/amount-text.ts';
import { readSecret } from '#cli/terminal/passphrase.ts';
import type { HandoverBody } from '#contract/exchange/handover.ts';

interface SealedOptions extends ProfileOptions {
  readonly exam?: string;
  readonly out: string;
  readonly passphraseFile?: string;
  readonly files: boolean;
  readonly deleteAfter?: string;
}

/** Adds the command; `group` is `export`. */
export function addSealedCommand(group: Command, context: CliContext): void {
  addProfileOptions(group.command('sealed [exam]').alias('handover'))
    .description('one exam as an HTML file that opens itself offline, with a passphrase of its own')
    .option('--exam <id>', 'the exam, where it is not given first', onlyOnce('--exam'))
    .requiredOption('--out <file>', 'the HTML file')
    .option(
      '--passphrase-file <file>',
      'file with the passphrase of the hand-over; otherwise you are asked for it',
    )
    .option('--no-files', 'the report alone, without the files of the exam')
    .option(
      '--delete-after <day>',
      'YYYY-MM-DD after which the reader is asked to delete it; a request, not a lock',
    )
    .action(async (given: string | undefined, options: SealedOptions) => {
      const exam = given ?? options.exam;
      if (options.exam !== undefined && options.exam !== exam)
        throw new UsageError('Only one exam can be handed over. Name it once.');
      if (exam === undefined) throw new UsageError('Name the exam to hand over.');
      const { deleteAfter: delete_after } = options;
      checkDay('--delete-after', delete_after);
      const passphrase = await readSecret(context, {
        name: 'passphrase of the file',
        file: options.passphraseFile,
        option: '--passphrase-file',
        variable: 'SRVAULT_HANDOVER_PASSPHRASE',
        confirm: true,
      });
      const body: HandoverBody = {
        passphrase,
        ...(options.files ? {} : { files: [] }),
        ...(delete_after === undefined ? {} : { delete_after }),
      };
      await withClient(context, options, async ({ client }) => {
        await replace(options.out, await client.exchange.handOver(exam, body, context));
      });
      printResult(context, options, { out: options.out, size: (await stat(options.out)).size }, ({ size }) =>
        [
          `Wrote the hand-over to ${options.out}, ${bytesText(size)}; a browser opens it offline.`,
          'Tell its passphrase by another way than you send the file.',
        ].join('\n'),
      );
    });
}

/** Writes to a temporary name and renames the complete file. */
async function replace(out: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = `${out}.part`;
  try {
    await pipeline(pieces, await createPartFile(partial));
    await rename(partial, out);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
