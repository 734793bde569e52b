/**
 * Reads secrets of a person from a file, the environment or the terminal. Never from the command line, which every
 * process of the computer can read.
 * Source: choices, "Command line `srvault`".
 */
import { statSync } from 'node:fs';
import { type CliContext, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { NotTextError, readTextFile } from '#cli/text-file.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { PASSPHRASE_MIN_CHARS } from '#contract/limits.ts';
import { promptHidden, withHiddenInput } from './hidden-prompt.ts';

export interface PassphraseOptions {
  readonly passphraseFile?: string;
}

/** Describes a secret: its sources and its prompt. */
interface SecretSource {
  /** Name in messages, as in «passphrase». */
  readonly name: string;
  readonly file: string | undefined;
  /** Option with the file's path. */
  readonly option: string;
  /** Name of the environment variable. */
  readonly variable: string;
  /** True to ask for the passphrase twice. */
  readonly confirm?: boolean;
}

/**
 * Reads the person's passphrase from a file, the environment or the terminal. @throws UsageError without a source
 * and a terminal.
 */
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

/**
 * Reads a new passphrase, twice on a terminal. @throws UsageError without a source and a terminal, or if two
 * entries differ.
 */
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
 * Reads a secret from its file, environment variable or the terminal. @throws UsageError without a source and a
 * terminal, or if two entries differ; VaultError invalid_request if a new one is too short.
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
  return withHiddenInput(context, async () => {
    const secret = await promptHidden(context, `${name.charAt(0).toUpperCase()}${name.slice(1)}${wanted}: `);
    if (!confirm && secret === '') throw new UsageError(`No ${name} was given. Enter one.`);
    if (!confirm) return secret;
    // Check the length before it is typed again; the vault checks the strength.
    if ([...secret.normalize('NFKC')].length < PASSPHRASE_MIN_CHARS)
      throw new VaultError(
        'invalid_request',
        `The ${name} needs ${PASSPHRASE_MIN_CHARS} characters or more.`,
      );
    if ((await promptHidden(context, 'Once more: ')) !== secret)
      throw new UsageError(`The two entries of the ${name} differ. Enter the same one twice.`);
    return secret;
  });
}

function fromFile(context: CliContext, path: string, name: string): string {
  let text: string;
  try {
    text = readTextFile(path);
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
      warn(context, `others can read ${path}; run: chmod 600 ${path}`);
    }
  } catch (error) {
    if (error instanceof NotTextError)
      throw new UsageError(`The file ${path} of the ${name} is not text. Save it as UTF-8.`);
    throw new UsageError(`The file ${path} of the ${name} cannot be read. Check its path and permissions.`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '')
    throw new UsageError(`The file ${path} of the ${name} is empty. Write the ${name} into it.`);
  return secret;
}
