/** `srvault init`: creates a vault. Source: choices, "Command line `srvault`". */
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type CliContext, type OutputOptions, printResult, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { type PassphraseOptions, readPassphrase } from '#cli/terminal/passphrase.ts';
import { printable } from '#cli/terminal/table.ts';
import type { VaultCreated } from '#contract/access/vault.ts';
import type { SampleCounts } from '#sample/create-sample.ts';
import { addDataOption, addPlaceOptions, type PlaceOptions } from './admin-options.ts';
import { openAdminVault } from './vault/admin-vault.ts';
import { assertNotJoined, assertNoVault } from './vault/existing-vault.ts';
import { withServedVault } from './vault/with-served-vault.ts';

interface InitOptions extends OutputOptions, PassphraseOptions, PlaceOptions {
  readonly data: string;
  readonly workspace?: string;
  readonly owner?: string;
  readonly sample?: true;
  readonly sampleLanguage: string;
}

interface Made extends VaultCreated {
  readonly data_dir: string;
  readonly sample?: SampleCounts;
}

/** Names of a vault made for looking around. */
const SAMPLE_WORKSPACE = 'Sample practice';
const SAMPLE_OWNER = 'Dr Sample';

export function addInitCommand(program: Command, context: CliContext): void {
  addPlaceOptions(addDataOption(program.command('init')), context)
    .description('create a vault in a folder; prints its recovery key once')
    .option('--workspace <name>', 'name of the workspace; needed without --sample')
    .option('--owner <name>', 'name of its first administrator; needed without --sample')
    .option('--sample', 'put the sample practice into it: twelve invented patients, marked SAMPLE everywhere')
    .addOption(
      new Option('--sample-language <language>', 'language of its reports')
        .choices(['en', 'de'])
        .default('en'),
    )
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--json', 'print exactly one JSON document')
    .action(async (given: InitOptions) => {
      const options = withNames(given);
      assertNotJoined(options.data);
      await assertNoVault(options.data);
      const passphrase = await readPassphrase(context, options, { confirm: true });
      const vault = await openAdminVault(options.data, context.signal, options);
      let created: VaultCreated;
      try {
        const body = { name: options.workspace, owner: { display_name: options.owner }, passphrase };
        created = await vault.client.vault.init(body, context);
      } finally {
        await vault.close();
      }
      const made = { ...created, data_dir: resolve(options.data) };
      const sample =
        options.sample === true ? await sampleOrKey(context, options, { created, passphrase }) : {};
      printResult(context, options, { ...made, ...sample }, inWords(options));
      warn(context, 'write the recovery key down now; it is never shown again');
    });
}

/** @throws UsageError without a name where no sample practice is asked for */
function withNames(
  options: InitOptions,
): InitOptions & { readonly workspace: string; readonly owner: string } {
  const { sample, workspace = sample && SAMPLE_WORKSPACE, owner = sample && SAMPLE_OWNER } = options;
  if (workspace === undefined) throw new UsageError('Give --workspace NAME, or --sample.');
  if (owner === undefined) throw new UsageError('Give --owner NAME, or --sample.');
  return { ...options, workspace, owner };
}

/** @throws what went wrong with the sample practice, once the key of the vault, which does exist, was told */
async function sampleOrKey(
  context: CliContext,
  options: InitOptions & { readonly owner: string },
  made: { readonly created: VaultCreated; readonly passphrase: string },
): Promise<Pick<Made, 'sample'>> {
  try {
    return { sample: await addSample(context, options, made) };
  } catch (error) {
    warn(
      context,
      `the vault is made, its sample practice is not; recovery key: ${made.created.recovery_key}`,
    );
    throw error;
  }
}

/** Pictures are sent over a socket, so the folder is served for the time unless it is served already. */
async function addSample(
  { signal }: CliContext,
  options: InitOptions & { readonly owner: string },
  { created, passphrase }: { readonly created: VaultCreated; readonly passphrase: string },
): Promise<SampleCounts> {
  const { createSample } = await import('#sample/create-sample.ts');
  return withServedVault(options.data, options, signal, async (client) => {
    await client.session.open({ passphrase }, { signal });
    try {
      return await createSample({
        client,
        security_group_id: created.security_group_id,
        language: options.sampleLanguage === 'de' ? 'de' : 'en',
        by: options.owner,
        nowMs: Date.now(),
        signal,
        onProgress: () => {},
      });
    } finally {
      await client.session.lock({}, { signal });
    }
  });
}

/** Puts the value at the end of each line, so that it can be copied. */
function inWords({ workspace }: { readonly workspace: string }) {
  return ({ data_dir, security_group_id, recovery_key, sample }: Made) =>
    [
      `Made «${printable(workspace)}» in ${data_dir}; its first security group (--group) is ${security_group_id}`,
      ...(sample === undefined
        ? []
        : [`SAMPLE: ${sample.patients} invented patients, ${sample.exams} exams, ${sample.files} pictures`]),
      `Recovery key, shown only now: ${recovery_key}`,
    ].join('\n');
}
