/** `srvault export hl7`: a report as ORU^R01, into a file or to a receiver by MLLP. Source: choices, second part. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { FILE_MODE } from '#cli/file-modes.ts';
import { onlyOnce } from '#cli/options/single-value-option.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { printable } from '#cli/terminal/table.ts';
import type { Acknowledgement } from '#contract/exchange/outbox.ts';
import { isUnencrypted } from '#contract/exchange/receivers.ts';
import { controlId } from '#hl7/oru-message.ts';
import { addTlsOptions, readIdentity, readReceiver, type TlsOptions } from './receiver-options.ts';
import { sendMessage } from './send-message.ts';

interface Hl7Options extends ProfileOptions, TlsOptions {
  readonly exam: string;
  readonly out?: string;
  readonly mllp?: string;
  readonly queue?: string;
  readonly versionId?: string;
}

/** Exit codes by acknowledgement code of the receiver. */
const EXITS: Readonly<Record<Acknowledgement['code'], number>> = {
  AA: EXIT.ok,
  AE: EXIT.invalid,
  AR: EXIT.forbidden,
};

export function addHl7Command(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addTlsOptions(addProfileOptions(group.command('hl7')))
    .description('the report of an exam as HL7 v2.5.1 ORU^R01 with its PDF, in clear')
    .requiredOption('--exam <id>', 'the exam', onlyOnce('--exam'))
    .option('--version-id <id>', 'a committed version instead of the newest')
    .option('--out <file>', 'into a file')
    .option('--mllp <host:port>', 'to a receiver now, and wait for its answer; tls://host:port by TLS')
    .option('--queue <receiver>', 'to a receiver of the settings, sent by the vault until it answers')
    .action(async (options: Hl7Options) => {
      const { exam, out, mllp, queue, versionId } = options;
      if ([out, mllp, queue].filter((way) => way !== undefined).length !== 1)
        throw new UsageError('Give one of --out, --mllp and --queue.');
      const receiver = await readReceiver(mllp, options);
      const identity = await readIdentity(receiver, options);
      const version = versionId === undefined ? {} : { version_id: versionId };
      if (queue !== undefined) {
        const message = await withClient(context, options, ({ client }) =>
          client.exchange.hl7.queue(exam, { receiver: queue, ...version }, context),
        );
        printResult(
          context,
          options,
          message,
          ({ message_id }) =>
            `Queued for ${printable(queue)}: message ${message_id}. See «srvault hl7 outbox» for its state.`,
        );
        return;
      }
      const { bytes, version_id } = await withClient(context, options, ({ client }) =>
        client.exchange.hl7.message(exam, version, context),
      );
      const told = { control_id: controlId({ version_id }), version_id };
      if (out !== undefined) {
        await writeFile(out, bytes, { mode: FILE_MODE });
        printResult(
          context,
          options,
          { out, ...told },
          ({ control_id }) => `Wrote the message ${control_id} of version ${version_id} to ${out}, in clear.`,
        );
      } else if (receiver !== undefined) {
        if (isUnencrypted(receiver))
          warn(context, 'MLLP is not encrypted: others can read the report on the network');
        const message = { text: new TextDecoder().decode(bytes), control_id: told.control_id };
        const answer = await sendMessage(receiver, message, { signal: context.signal, identity });
        printResult(
          context,
          options,
          { acknowledged: answer.code, text: answer.text, ...told },
          ({ acknowledged, text }) =>
            `The receiver answered ${[acknowledged, printable(text)].filter(Boolean).join(' ')}.`,
        );
        setExitCode(EXITS[answer.code]);
      }
    });
}
