/**
 * What each setting says now, in words. Each is asked for on its own, so that one that does not answer leaves the
 * others; its row then says that it is not known, never an old or usual value.
 */
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseReceivers } from '#contract/exchange/receivers.ts';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { count, percentText } from '#renderer/messages/numbers.ts';
import { backupTone } from '#renderer/screens/settings/backup/BackupFacts.tsx';
import { durationWords } from '#renderer/screens/settings/duration-text.ts';
import type { Tone } from '#renderer/screens/settings/StatusFact.tsx';
import type { Section } from '#renderer/screens/settings/settings-sections.ts';
import { languageOf, useAppearance } from '#renderer/state/appearance-store.ts';
import { LANGUAGE_FACTS } from '#renderer/state/languages.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isForReports, isLetterhead, isMacro } from '#renderer/state/record-cache/template-kinds.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import type { SettingRowId } from './setting-rows.ts';

export interface SettingValue {
  readonly words: string;
  /** Colour of the row's state; absent for rows without one. */
  readonly tone?: Tone;
  readonly note?: string;
  /** True for a feature not in use: its row is hidden, but a search finds it. */
  readonly isUnused?: boolean;
}

/** Undefined while it is asked for. */
type SettingValues = Partial<Readonly<Record<SettingRowId, SettingValue>>>;

const ASKED_MAX = 1_000;

export function useSettingValues(shown: ReadonlySet<Section>): SettingValues {
  const { t } = useTranslation();
  const asked = useAskedValues(shown, t);
  const appearance = useAppearance();
  const name = useSession((state) => state.vault?.name) ?? '';
  const templates = templateCache.use((state) => state.rows);
  const kept = [...templates.values()].filter((row) => !row.is_deleted && !row.is_archived);
  const reports = kept.filter(isForReports).length;
  const macros = kept.filter(isMacro).length;
  const letterheads = kept.filter(isLetterhead).map(({ summary }) => summary?.title ?? '');
  return {
    ...asked,
    look: {
      words: [
        t(`settings.themes.${appearance.theme}`),
        t(`settings.densities.${appearance.density}`),
        percentText(appearance.zoom / 100),
      ].join(', '),
    },
    language: { words: LANGUAGE_FACTS[languageOf(appearance)].name },
    name: { words: name },
    letterhead: { words: letterheads.join(', ') || t('letterhead.none') },
    templates: {
      words: [
        t('settings.overview.templateCount', { count: reports, number: count(reports) }),
        macros === 0 ? '' : t('settings.overview.macroCount', { count: macros, number: count(macros) }),
      ]
        .filter(Boolean)
        .join(', '),
    },
    version: { words: PROGRAM_VERSION },
  };
}

type Asking = readonly (readonly [SettingRowId, () => Promise<SettingValue>])[];

function useAskedValues(shown: ReadonlySet<Section>, t: TFunction): SettingValues {
  const [values, setValues] = useState<SettingValues>({});
  const key = [...shown].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew where other sections are shown
  useEffect(() => {
    let isWanted = true;
    const take = (id: SettingRowId, value: SettingValue) => {
      if (isWanted) setValues((before) => ({ ...before, [id]: value }));
    };
    for (const [id, ask] of questions(shown, t))
      ask().then(
        (value) => take(id, value),
        () => take(id, { words: t('settings.overview.unknown') }),
      );
    return () => {
      isWanted = false;
    };
  }, [key, t]);
  return values;
}

function questions(shown: ReadonlySet<Section>, t: TFunction): Asking {
  const settings = vault().settings.get();
  // Ignored here, because each row that awaits the settings shows the error.
  settings.catch(() => undefined);
  return [
    [
      'lock',
      async () => ({
        words: t('settings.overview.locksAfter', {
          time: durationWords((await settings).idle_lock_seconds, t),
        }),
      }),
    ],
    ['outbox', async () => receiversValue(parseReceivers((await settings).hl7_receivers)?.length ?? 0, t)],
    ['groups', async () => groupsValue(await vault().groups.list().toArray({ limit: ASKED_MAX }))],
    ['sdk', () => programsValue(t)],
    ...(shown.has('people') ? peopleQuestions(t) : []),
    ...(shown.has('receiver') ? ([['receiver', () => receiverValue(t)]] as const) : []),
    ...(shown.has('backup') ? safetyQuestions(t) : []),
    ...(shown.has('audit')
      ? ([['audit', async () => ({ words: t('settings.overview.verifyThere') })]] as const)
      : []),
    ...(shown.has('travel')
      ? ([['travel', async () => ({ words: t('settings.overview.setUpThere') })]] as const)
      : []),
    ...(shown.has('place')
      ? ([['place', async () => ({ words: t('settings.overview.setUpThere') })]] as const)
      : []),
  ];
}

function receiversValue(receivers: number, t: TFunction): SettingValue {
  return receivers === 0
    ? { words: t('settings.overview.notConnected'), isUnused: true }
    : { words: t('settings.overview.systems', { count: receivers, number: count(receivers) }) };
}

function groupsValue(
  groups: readonly { readonly name: string; readonly member_count: number }[],
): SettingValue {
  const [only, ...others] = groups;
  return {
    words: groups.map(({ name }) => name).join(', '),
    isUnused: others.length === 0 && (only?.member_count ?? 0) <= 1,
  };
}

async function programsValue(t: TFunction): Promise<SettingValue> {
  const credentials = await vault().credentials.list().toArray({ limit: ASKED_MAX });
  const open = credentials.filter(({ revoked_at }) => revoked_at === null).length;
  if (open === 0) return { words: t('settings.overview.notConnected'), isUnused: true };
  return { words: t('settings.overview.programs', { count: open, number: count(open) }) };
}

function peopleQuestions(t: TFunction): Asking {
  return [
    [
      'people',
      async () => {
        const all = await vault().principals.list().toArray({ limit: ASKED_MAX });
        const persons = all.filter(({ kind }) => kind === 'person');
        const active = persons.filter(({ state }) => state === 'active').length;
        const invited = persons.filter(({ state }) => state === 'invited').length;
        const words: string[] = [t('settings.overview.active', { count: active, number: count(active) })];
        if (invited > 0)
          words.push(t('settings.overview.invited', { count: invited, number: count(invited) }));
        return { words: words.join(', ') };
      },
    ],
    [
      'sessions',
      async () => {
        const open = (await vault().session.list().toArray({ limit: ASKED_MAX })).length;
        return { words: t('settings.overview.sessionCount', { count: open, number: count(open) }) };
      },
    ],
  ];
}

async function receiverValue(t: TFunction): Promise<SettingValue> {
  const { open, has_failed } = await vault().imaging.receiver({ passive: true });
  if (has_failed) return { words: t('receiver.hasFailed'), tone: 's-error' };
  if (!open) return { words: t('settings.overview.notConnected'), isUnused: true };
  const note = t('settings.overview.port', { port: String(open.port) });
  return { words: t('receiver.isOpen'), tone: 's-final', note };
}

function safetyQuestions(t: TFunction): Asking {
  return [
    [
      'backup',
      async () => {
        const { last_good: good, last, settings } = await vault().backups.get();
        if (last && !last.ok) return { words: t('settings.overview.backupFailed'), tone: 's-error' };
        if (good === null) {
          const note = settings.target === null ? t('evidence.noTarget') : '';
          return { words: t('evidence.never'), tone: 's-draft', note };
        }
        return { words: changedAt(good.ended_at), tone: backupTone(good.ended_at) };
      },
    ],
    [
      'findings',
      async () => {
        const { items, checked_at } = await vault().findings.list();
        const open = items.filter(({ kept_at }) => kept_at === null).length;
        if (open > 0)
          return { words: t('evidence.decisions', { count: open, number: count(open) }), tone: 's-draft' };
        return checked_at === null
          ? { words: t('evidence.notChecked') }
          : { words: t('evidence.healthy'), tone: 's-final' };
      },
    ],
  ];
}
