/** `srvault export hl7`: a report as ORU^R01, into a file or to a receiver by MLLP. Source: choices, second part. */
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { VaultError } from '#contract/vault-error.ts';
import { controlId, type OruContent, oruMessage } from '#exchange/hl7/oru-message.ts';
import type { VaultClient } from '#sdk/client.ts';
import { type Acknowledgement, sendByMllp } from './send-by-mllp.ts';

interface Hl7Options extends ProfileOptions {
  readonly exam: string;
  readonly out?: string;
  readonly mllp?: string;
  readonly versionId?: string;
}

/** Clinical content in clear: for its owner alone. */
const FILE_MODE = 0o600;
const PLACE = /^(?:\[([\da-f:]+)\]|([^:[\]]+)):(\d{1,5})$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** What a receiver's answer ends the command with. */
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
  addProfileOptions(group.command('hl7'))
    .description('the report of an exam as HL7 v2.5.1 ORU^R01 with its PDF, in clear')
    .requiredOption('--exam <id>', 'the exam')
    .option('--version-id <id>', 'a committed version instead of the newest')
    .option('--out <file>', 'into a file')
    .option('--mllp <host:port>', 'to a receiver, and wait for its answer')
    .action(async (options: Hl7Options) => {
      const { out, mllp } = options;
      if ((out === undefined) === (mllp === undefined)) throw new UsageError('Name either --out or --mllp.');
      const place = mllp === undefined ? undefined : placeOf(mllp);
      const content = await withClient(context, options, ({ client }) => read(client, options));
      const told = { control_id: controlId(content), version_id: content.version_id };
      if (out !== undefined) {
        await writeFile(out, oruMessage(content), { mode: FILE_MODE });
        printResult(context, options, { out, ...told });
      } else if (place !== undefined) {
        if (!LOOPBACK.test(place.host))
          warn(context, 'MLLP is not encrypted: the report crosses the network in clear');
        const answer = await sendByMllp(
          place,
          { text: oruMessage(content), control_id: told.control_id },
          context.signal,
        );
        printResult(context, options, { acknowledged: answer.code, text: answer.text, ...told });
        setExitCode(EXITS[answer.code]);
      }
    });
}

function placeOf(text: string): { readonly host: string; readonly port: number } {
  const [, six, host = six, port] = PLACE.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError('--mllp takes HOST:PORT.');
  return { host, port: Number(port) };
}

async function read(client: VaultClient, { exam, versionId }: Hl7Options): Promise<OruContent> {
  const view = await client.exams.get(exam, versionId === undefined ? {} : { version_id: versionId });
  const { index, record, version_id } = view;
  if (version_id === null) throw new VaultError('not_found', 'This exam has no version yet.');
  const patientId = index.meta.patient_id ?? null;
  const [patient, { bytes: pdf }, { name }] = await Promise.all([
    patientId === null ? null : client.patients.get(patientId),
    client.exams.reportFile(exam, { format: 'pdf', version_id }),
    client.vault.get(),
  ]);
  for await (const version of client.exams.versions(exam)) {
    if (version.version_id !== version_id) continue;
    return {
      ...{ document_id: exam, version_id, record, pdf },
      patient: patient?.record ?? null,
      vault_name: name ?? '',
      sealed_at: version.created_at,
    };
  }
  throw new VaultError('not_found', 'There is no such version.');
}
