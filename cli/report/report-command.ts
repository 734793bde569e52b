/**
 * `srvault exams report` and `exams sign`: a report as a file, and signing. Source: choices, second part, "Exchange".
 */

import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { FILE_MODE } from '#cli/file-modes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { SIGNATURE_INTENTS, type SignatureIntent } from '#contract/documents/signatures.ts';
import { LETTER_RECIPIENTS, type LetterRecipient } from '#contract/exchange/letter.ts';
import { PAPER_LANGUAGES, type PaperLanguage } from '#contract/exchange/paper-locale.ts';
import { REPORT_FILE_FORMATS, type ReportFileFormat } from '#contract/exchange/routes.ts';
import { signedReport } from './write-signed-report.ts';

interface ReportOptions extends ProfileOptions {
  readonly format: ReportFileFormat;
  readonly language?: PaperLanguage;
  readonly letterhead?: string;
  readonly to?: LetterRecipient;
  readonly out: string;
  readonly versionId?: string;
  readonly signature?: string;
}

/** Adds the command; `exams` is the command group. */
export function addReportCommand(exams: Command, context: CliContext): void {
  addProfileOptions(exams.command('report <id>'))
    .description('write the report of the newest version as a file, in clear')
    .addOption(
      new Option('--format <format>', 'what kind of file').choices(REPORT_FILE_FORMATS).default('html'),
    )
    .requiredOption('--out <file>', 'where to')
    .addOption(
      new Option('--language <language>', 'of what a PDF says around the report; its own by default').choices(
        PAPER_LANGUAGES,
      ),
    )
    .option('--letterhead <name>', 'of a PDF: another letterhead of the group, or none for pre-printed paper')
    .addOption(
      new Option('--to <recipient>', 'of a PDF: who the letter is addressed to').choices(LETTER_RECIPIENTS),
    )
    .option('--version-id <id>', 'a committed version instead of the newest')
    .option('--signature <file>', 'also write the signature file of the newest signed version')
    .action(async (id: string, options: ReportOptions) => {
      const { format, out, language, letterhead, to, versionId: version_id } = options;
      if (options.signature !== undefined) {
        const signature = options.signature;
        if (format === 'pdf')
          throw new UsageError('A signature covers only html, md and text. Use one of them.');
        const signed = await withClient(context, options, ({ client }) =>
          signedReport(client, id, format, version_id),
        );
        await writeFile(out, signed.report, { mode: FILE_MODE });
        await writeFile(signature, signed.signature, { mode: FILE_MODE });
        printResult(
          context,
          options,
          { out, signature, format, version_id: signed.version_id },
          ({ version_id: written }) =>
            `Wrote version ${written} as it was signed to ${out}, in clear, and its signature to ${signature}.\nCheck them: srvault verify-report ${out} --signature ${signature}`,
        );
        return;
      }
      const query = {
        format,
        ...(language === undefined ? {} : { language }),
        ...(letterhead === undefined ? {} : { letterhead }),
        ...(to === undefined ? {} : { to }),
        ...(version_id === undefined ? {} : { version_id }),
      };
      const file = await withClient(context, options, ({ client }) =>
        client.exams.reportFile(id, query, context),
      );
      await writeFile(out, file.bytes, { mode: FILE_MODE });
      printResult(
        context,
        options,
        { out, format, version_id: file.version_id },
        ({ version_id: written }) =>
          `Wrote the report of version ${written} to ${out} (${format}), in clear.`,
      );
    });
}

/** `srvault exams sign`: signs as the credential itself. */
export function addSignCommand(exams: Command, context: CliContext): void {
  addProfileOptions(exams.command('sign <id>'))
    .description('sign a version with the two keys of the credential, as itself')
    .addOption(
      new Option('--intent <intent>', 'what it is signed as').choices(SIGNATURE_INTENTS).default('final'),
    )
    .option('--version-id <id>', 'a committed version instead of the newest')
    .action(async (id: string, options: ProfileOptions & { intent: SignatureIntent; versionId?: string }) => {
      const {
        file: _,
        letter: __,
        ...signature
      } = await withClient(context, options, async ({ client }) => {
        const version_id = options.versionId ?? (await client.exams.get(id, {}, context)).version_id ?? '';
        return client.exams.sign(id, { version_id, intent: options.intent }, context);
      });
      printResult(context, options, signature, ({ signature_id, seq, intent }) =>
        [`Signed version ${seq} of the exam ${id} (${intent})`, `signature ${signature_id}`].join('\n'),
      );
    });
}
