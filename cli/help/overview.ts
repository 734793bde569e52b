/** Text below the list of commands: first steps, exit codes, further documentation. */
import { EXIT } from '#cli/exit-codes.ts';

const WORDS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  unexpected: 'unexpected',
  usage: 'command line',
  unauthenticated: 'not signed in',
  forbidden: 'not allowed',
  notFound: 'not there',
  conflict: 'conflict',
  invalid: 'not valid',
  rateLimited: 'too many requests',
  crypto: 'sealed data is damaged',
  protocol: 'no connection, or a check failed',
  noCredit: 'no storage left',
  interrupted: 'interrupted',
};

const codes = Object.entries(EXIT).map(([name, code]) => {
  const word = Object.entries(WORDS).find(([known]) => known === name)?.[1];
  return `${code} ${word}`;
});

export const OVERVIEW = `
Examples:
  srvault init --data ~/vault --workspace Northgate --owner "Dr A. Roe"
  srvault serve --data ~/vault
  srvault credential create --data ~/vault --name nightly --group ID \\
    --role editor --out ~/nightly
  srvault patients list --q "ada ex" --profile ~/nightly

Ends with:
${inLines(codes)}

--json prints one JSON document. Secrets come from a file, a variable or a
prompt, never from the command line. Each command has examples: srvault help
COMMAND. Guides lie in the folder docs of the sources; the API is described at
/docs of a served vault.`;

/** Wraps the parts at 80 columns. */
function inLines(parts: readonly string[]): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}, ${part}`.length < 78) lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(`  ${part}`);
  }
  return lines.map((line, at) => (at < lines.length - 1 ? `${line},` : line)).join('\n');
}
