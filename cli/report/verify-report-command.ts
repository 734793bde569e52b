/** `srvault verify-report`: verifies a report with its signature file, without a vault. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { EXIT, UsageError } from '#cli/exit-codes.ts';
import { type CheckedReport, checkReport, type SignatureFailure } from '#sdk/verify.ts';

interface VerifyReportOptions extends OutputOptions {
  readonly signature: string;
  readonly founder?: string;
}

const DO_NOT_RELY = 'Do not rely on this file: ask the sender for the original.';

const FAULTS: Readonly<Record<SignatureFailure, readonly [what: string, advice: string]>> = {
  signature_file_damaged: ['The signature file was changed after the vault wrote it.', DO_NOT_RELY],
  text_changed: [
    'This is not the report that was signed.',
    `${DO_NOT_RELY} A file saved again by another program counts as changed.`,
  ],
  form_not_signed: [
    'This is a PDF. It is typeset again each time, so no signature covers it: it can be neither confirmed nor refuted.',
    'Ask for the report as HTML, Markdown or text. These can be checked with its signature file.',
  ],
  ed25519_does_not_hold: ['The signature by the first key, Ed25519, is not valid.', DO_NOT_RELY],
  mldsa65_does_not_hold: ['The signature by the second key, ML-DSA-65, is not valid.', DO_NOT_RELY],
  membership_does_not_hold: [
    'Nothing proves that the founder of the vault made the signer a member.',
    DO_NOT_RELY,
  ],
  founder_differs: [
    'The vault has another founder than the one named.',
    'Ask the clinic for its founder’s key.',
  ],
};

/** Pattern of a founder key's start: at least 64 bits in hex, the length that people compare. */
const FOUNDER = /^[0-9a-f\s]{16,}$/i;

export function addVerifyReportCommand(
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  program
    .command('verify-report <file>')
    .description('check a report against its signature file, without the vault')
    .requiredOption('--signature <file>', 'the signature file that came with it')
    .option('--founder <hex>', 'the founder’s fingerprint as the clinic gave it, 16 digits or more')
    .option('--json', 'print exactly one JSON document')
    .action(async (file: string, { signature, founder, ...output }: VerifyReportOptions) => {
      if (founder !== undefined && !FOUNDER.test(founder))
        throw new UsageError('--founder: give 16 hexadecimal digits or more.');
      const [report, signatureText] = await Promise.all([readFile(file), readFile(signature, 'utf8')]);
      const checked = checkReport(report, signatureText, founder === undefined ? {} : { founder });
      const findings = checked.faults.map((code) => {
        const [what, advice] = FAULTS[code];
        return { code, id: checked.statement?.document_id ?? null, what, advice };
      });
      printResult(context, output, { ...checked, findings }, () => linesOf(checked, findings).join('\n'));
      if (!checked.holds) setExitCode(EXIT.protocol);
    });
}

/** Formats the signer. Programs are labelled as such, because a program may have a person's name. */
function signerText(name: string, signer: CheckedReport['signer']): string {
  if (signer === null) return `«${name}», person or script not known`;
  if (signer.kind === 'person') return name;
  const { is_founder, key_fingerprint } = signer.issued_by;
  const issuer = is_founder ? 'the founder' : `the member with the key ${inFours(key_fingerprint)}`;
  return `the program «${name}», admitted by ${issuer}`;
}

function inFours(hex: string): string {
  return (hex.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}

function linesOf(
  { holds, statement, signer, founder_fingerprint: founder }: CheckedReport,
  findings: readonly { readonly code: string; readonly what: string; readonly advice: string }[],
): string[] {
  const said = statement
    ? [
        `${holds ? 'Signed' : 'Claims to be signed'} by ${signerText(statement.signer_name, signer)}, ${statement.intent}, ${statement.signed_at}`,
        `Vault «${statement.workspace_name}», version ${statement.seq}`,
      ]
    : [];
  if (!holds)
    return [...findings.flatMap(({ code, what, advice }) => [`! ${what} (${code})`, `  ${advice}`]), ...said];
  return [
    'This is the report that was signed.',
    ...said,
    `Founder’s key ${inFours(founder ?? '')}: compare it with the clinic once; a forged vault would have another.`,
  ];
}
