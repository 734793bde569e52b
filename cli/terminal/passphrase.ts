/**
 * The secrets of a person: from a file, from the environment, or asked for on the terminal; never
 * from the command line, where every process of the machine could read it.
 * Source: choices, "Command line `srvault`".
 */
import { statSync } from 'node:fs';
import { type CliContext, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { NotTextError, readTextFile } from '#cli/text-file.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { PASSPHRASE_MIN_CHARS } from '#contract/limits.ts';
import { askUnseen, unseen } from './unseen.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/** One secret: where it may come from, and what asks for it. */
interface SecretSource {
  /** What it is, in a sentence: «passphrase». */
  readonly name: string;
  readonly file: string | undefined;
  /** The option that names the file. */
  readonly option: string;
  /** The environment variable. */
  readonly variable: string;
  /** Asked for twice. */
  readonly confirm?: boolean;
}

/** @throws UsageError when there is none and nobody to ask, or two entries differ. */
export function readPassphrase(
  context: CliContext,
  options: PassphraseOptions,
  { confirm = false }: { confirm?: boolean } = {},
): Promise<string> {
  return readSecret(context, {
    name: 'passphrase',
    file: options.passphraseFile,
    option: '--passphrase-file',
    variable: 'SRVAULT_PASSPHRASE',
    confirm,
  });
}

/** @throws UsageError when there is none and nobody to ask, or two entries differ. */
export function readNewPassphrase(
  context: CliContext,
  { newPassphraseFile }: { readonly newPassphraseFile?: string },
): Promise<string> {
  return readSecret(context, {
    name: 'new passphrase',
    file: newPassphraseFile,
    option: '--new-passphrase-file',
    variable: 'SRVAULT_NEW_PASSPHRASE',
    confirm: true,
  });
}

/**
 * @throws UsageError when there is none and nobody to ask, or two entries differ; VaultError invalid_request where a new
 * one is too short.
 */
export async function readSecret(
  context: CliContext,
  { name, file, option, variable, confirm = false }: SecretSource,
): Promise<string> {
  if (file !== undefined) return fromFile(context, file, name);
  const fromEnvironment = context.env[variable];
  if (fromEnvironment) return fromEnvironment;
  if (!context.stdin.isTTY) throw new UsageError(`Give the ${name} with ${option}, or in ${variable}.`);
  const wanted = confirm ? ` (${PASSPHRASE_MIN_CHARS} characters or more)` : '';
  return unseen(context, async () => {
    const secret = await askUnseen(context, `${name.charAt(0).toUpperCase()}${name.slice(1)}${wanted}: `);
    if (!confirm && secret === '') throw new UsageError(`No ${name} was given.`);
    if (!confirm) return secret;
    // Before it is typed again. How easy it is to guess, the vault says.
    if ([...secret.normalize('NFKC')].length < PASSPHRASE_MIN_CHARS)
      throw new VaultError(
        'invalid_request',
        `The ${name} needs ${PASSPHRASE_MIN_CHARS} characters or more.`,
      );
    if ((await askUnseen(context, 'Once more: ')) !== secret)
      throw new UsageError(`The two entries of the ${name} differ.`);
    return secret;
  });
}

function fromFile(context: CliContext, path: string, name: string): string {
  let text: string;
  try {
    text = readTextFile(path);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      warn(context, `${path} may be read by others; run: chmod 600 ${path}`);
    }
  } catch (error) {
    if (error instanceof NotTextError)
      throw new UsageError(`The file ${path} of the ${name} is no text: save it as UTF-8.`);
    throw new UsageError(`The file ${path} of the ${name} cannot be read.`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new UsageError(`The file ${path} of the ${name} is empty.`);
  return secret;
}
