/** `srvault settings get|set`, `srvault certificate list|renew`: settings and certificates of the whole vault. */
import { readFile } from 'node:fs/promises';
import { Argument, type Command } from 'commander';
import { type AdminOptions, addAdminOptions } from '#cli/admin/admin-options.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { formatFields, formatTable, printable } from '#cli/terminal/table.ts';
import { type Certificates, RENEWABLE, type Renewable } from '#contract/access/certificates.ts';
import {
  type Settings,
  type SettingsPatchBody,
  SettingsPatchBodySchema,
} from '#contract/access/credentials.ts';
import { certificateFromPem, formatReceivers, parseReceivers } from '#contract/exchange/receivers.ts';

export function addSettingsCommands(program: Command, context: CliContext): void {
  const group = program.command('settings').description('settings of the workspace');
  addAdminOptions(group.command('get'))
    .description('print the settings')
    .action(async (options: AdminOptions) => {
      const settings = await withAdministrator(context, options, (client) => client.settings.get(context));
      printResult(context, options, settings, fields);
    });
  addAdminOptions(group.command('set <name=value...>'))
    .description(`change settings: ${Object.keys(SettingsPatchBodySchema.properties).join(', ')}`)
    .option('--hl7-ca <name=file>', 'authority (PEM) that must have issued the certificate of a TLS receiver')
    .action(async (pairs: string[], options: AdminOptions & { readonly hl7Ca?: string }) => {
      const given = readSettings(pairs);
      const body =
        options.hl7Ca === undefined
          ? given
          : { ...given, hl7_receivers: await withCa(given.hl7_receivers ?? null, options.hl7Ca) };
      const settings = await withAdministrator(context, options, (client) =>
        client.settings.patch(body, context),
      );
      printResult(context, options, settings, fields);
    });
}

/** Adds a certificate authority file to the receiver addresses. @throws UsageError */
async function withCa(text: string | null, option: string): Promise<string | null> {
  const [, name = '', file = ''] = /^([^=]+)=(.+)$/s.exec(option) ?? [];
  const receivers = parseReceivers(text);
  if (receivers?.some((known) => known.name === name && known.tls !== null) !== true)
    throw new UsageError(`--hl7-ca: hl7_receivers=… has no «${name}» with tls://. Add it there.`);
  const ca = certificateFromPem(await readFile(file, 'utf8'));
  if (ca === undefined) throw new UsageError(`${file} is not a PEM certificate. Name another file.`);
  return formatReceivers(receivers.map((known) => (known.name === name ? { ...known, tls: { ca } } : known)));
}

/** Settings for which `none` is a value. */
const NULLABLE: ReadonlySet<string> = new Set(['storage_credit_bytes', 'hl7_receivers']);

function fields(settings: Settings): string {
  return formatFields(
    Object.entries(settings).map(([name, value]): [string, string] => [name, String(value ?? 'none')]),
  );
}

/** Parses `name=value` pairs; the vault validates the values. @throws UsageError for an unknown name. */
function readSettings(pairs: readonly string[]): SettingsPatchBody {
  return Object.fromEntries(
    pairs.map((pair): [string, unknown] => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(pair) ?? [];
      if (!Object.hasOwn(SettingsPatchBodySchema.properties, name))
        throw new UsageError(`«${pair}»: settings are given as NAME=VALUE; see --help for their names.`);
      if (value === 'none' && NULLABLE.has(name)) return [name, null];
      return [name, /^-?\d{1,15}$/.test(value) ? Number(value) : value];
    }),
  );
}

export function addCertificateCommands(program: Command, context: CliContext): void {
  const group = program.command('certificate').description('certificates of the vault');
  addAdminOptions(group.command('list'))
    .description('how long certificates last, those of credentials too')
    .action(async (options: AdminOptions) => {
      const certificates = await withAdministrator(context, options, (client) =>
        client.certificates.list(context),
      );
      printResult(context, options, certificates, table);
    });
  addAdminOptions(group.command('renew'))
    .description('renew the certificates of server and desktop; also after they expired')
    .addArgument(new Argument('[which]', 'one of them; both unless given').choices([...RENEWABLE]))
    .action(async (which: Renewable | undefined, options: AdminOptions) => {
      const body = which === undefined ? {} : { kinds: [which] };
      const certificates = await withAdministrator(context, options, (client) =>
        client.certificates.renew(body, context),
      );
      printResult(context, options, certificates, table);
    });
}

function table({ items }: Certificates): string {
  return formatTable(
    ['certificate', 'name', 'days left', 'until'],
    items.map((item) => [item.kind, printable(item.client_cn), String(item.days_left), item.expires_at]),
  );
}
