/** `srvault templates install`: templates and macros of the starter set into a group, those it has not yet. */
import { type Command, Option } from 'commander';
import { type CliContext, printResult } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { formatTable } from '#cli/terminal/table.ts';
import { missingItems } from '#report/starter/starter-items-to-add.ts';
import {
  STARTER_LANGUAGES,
  type StarterItem,
  type StarterLanguage,
  starterBody,
  starterItemsFor,
  starterModalities,
  starterSet,
} from '#report/starter/starter-set.ts';
import type { VaultClient } from '#sdk/client.ts';

interface InstallOptions extends ProfileOptions {
  readonly starter: StarterLanguage;
  readonly modality: string[];
  readonly macros: boolean;
  readonly dryRun?: boolean;
}

interface Installed {
  readonly installed: readonly { kind: string; title: string; modality: string | null; id: string | null }[];
  readonly already_there: readonly string[];
}

/** Every modality of the set, asked for by name: nothing comes unasked. */
const ALL = 'all';

export function addStarterCommand(group: Command, context: CliContext): void {
  addProfileOptions(group.command('install'))
    .description('put templates and macros of the starter set into a group; those it has are left out')
    .addOption(
      new Option('--starter <language>', 'language of the set')
        .choices(STARTER_LANGUAGES)
        .makeOptionMandatory(),
    )
    .addOption(new Option('--modality <code...>', `modalities, or ${ALL}`).makeOptionMandatory())
    .option('--no-macros', 'templates alone')
    .option('--dry-run', 'say what would be put in, write nothing')
    .action(async (options: InstallOptions) => {
      const wanted = await chosenItems(options);
      const result = await withClient(context, options, ({ client, group: groupId }) =>
        install(client, groupId(), wanted, { context, isDry: options.dryRun === true }),
      );
      printResult(context, options, result, (done) => resultText(done, options.dryRun === true));
    });
}

/** Returns the chosen items of the starter set. @throws UsageError for a modality the set does not know. */
async function chosenItems({ starter, modality, macros }: InstallOptions): Promise<StarterItem[]> {
  const items = await starterSet(starter);
  const known = starterModalities(items);
  const named = modality.map((code) => code.toUpperCase());
  const unknown = named.find((code) => code !== ALL.toUpperCase() && !known.includes(code));
  if (unknown !== undefined)
    throw new UsageError(
      `The set has no ${unknown}. It has ${known.join(', ')}; ${ALL} stands for all of them.`,
    );
  const chosen = named.includes(ALL.toUpperCase()) ? known : named;
  return starterItemsFor(items, new Set(chosen)).filter(({ kind }) => macros || kind === 'template');
}

async function install(
  client: VaultClient,
  groupId: string,
  wanted: readonly StarterItem[],
  { context, isDry }: { readonly context: CliContext; readonly isDry: boolean },
): Promise<Installed> {
  const present = await collect(client.templates.list({ security_group_id: groupId, state: 'all' }, context));
  const rows = present.map(({ index, summary }) => ({
    security_group_id: index.security_group_id,
    is_deleted: index.is_deleted,
    title: summary?.title ?? null,
  }));
  const missing = missingItems(wanted, rows, groupId);
  const installed: Installed['installed'][number][] = [];
  for (const item of missing) {
    const view = isDry ? undefined : await client.templates.create(starterBody(item, groupId), context);
    const { kind, title, modality } = item;
    installed.push({ kind, title, modality, id: view?.index.document_id ?? null });
  }
  const already_there = wanted.filter((item) => !missing.includes(item)).map(({ title }) => title);
  return { installed, already_there };
}

function resultText({ installed, already_there }: Installed, isDry: boolean): string {
  const rows = installed.map(({ kind, title, modality }) => [kind, modality ?? '', title]);
  const there = already_there.length === 0 ? '' : `, ${already_there.length} there already`;
  const done = isDry ? 'would be put in; nothing was written' : 'put in';
  return [
    ...(rows.length === 0 ? [] : [formatTable(['kind', 'modality', 'title'], rows)]),
    `${installed.length} ${done}${there}`,
  ].join('\n');
}
