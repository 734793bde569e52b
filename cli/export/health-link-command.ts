/**
 * `srvault export shl`: creates a SMART Health Link to a file that the person uploads to the given place. Source:
 * choices, "Exchange".
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { FILE_MODE, FOLDER_MODE } from '#cli/file-modes.ts';
import { checkDay } from '#cli/options/parse-options.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import {
  HEALTH_LINK_LABEL_MAX_CHARS,
  HEALTH_LINK_PLACE_MAX_CHARS,
  healthLink,
  isHealthLinkPlace,
} from '#sdk/media/health-link.ts';

interface HealthLinkCommandOptions extends ProfileOptions {
  readonly place: string;
  readonly out: string;
  readonly label?: string;
  readonly expires?: string;
}

export function addHealthLinkCommand(group: Command, context: CliContext): void {
  addProfileOptions(group.command('shl <exam>'))
    .description(
      'report and patient as a SMART Health Link: an encrypted file for your own web server, and its link',
    )
    .requiredOption(
      '--place <url>',
      'https address of the folder where you put the file; nothing is uploaded',
    )
    .requiredOption('--out <dir>', 'folder the encrypted file is written to, under the name it needs')
    .option('--label <text>', 'what is behind the link, readable in it; at most 80 characters')
    .option('--expires <day>', 'YYYY-MM-DD after which readers should not use it; a request, not a lock')
    .action(async (exam: string, options: HealthLinkCommandOptions) => {
      const { place, out, label, expires } = options;
      if (!isHealthLinkPlace(place))
        throw new UsageError(
          `--place: give an https address that ends in a slash, of at most ${HEALTH_LINK_PLACE_MAX_CHARS} characters.`,
        );
      checkDay('--expires', expires);
      if ((label ?? '').length > HEALTH_LINK_LABEL_MAX_CHARS)
        throw new UsageError(`--label: give at most ${HEALTH_LINK_LABEL_MAX_CHARS} characters.`);
      const bundle = await withClient(context, options, ({ client }) =>
        client.exchange.fhirExam(exam, context),
      );
      const { link, name, file } = await healthLink(bundle, { place, label, expires_on: expires });
      const path = join(out, name);
      await mkdir(out, { recursive: true, mode: FOLDER_MODE });
      await writeFile(path, file, { mode: FILE_MODE });
      printResult(context, options, { link, file: path, url: `${place}${name}` }, (told) =>
        [
          renderUnicodeCompact(link),
          told.link,
          `Put ${told.file} at ${told.url}, served as application/jose. Anyone who has the link can read it.`,
        ].join('\n\n'),
      );
    });
}
