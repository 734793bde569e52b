/** Active filters, each with a remove button, and menus for the others. */
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '#renderer/components/controls/KeyHint.tsx';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { toggled } from '#renderer/components/lists/toggle-value.ts';
import type { StateKey } from '#renderer/components/records/record-state.ts';
import { isFiltered, NO_FILTER } from '#renderer/lists/worklist/exam-filter.ts';
import { tagCounts } from '#renderer/lists/worklist/modality-and-tag-counts.ts';
import { setFilter, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { localDayKey } from '#renderer/messages/dates.ts';
import type { WorklistRows } from '#renderer/screens/worklist/use-worklist-rows.ts';
import { setSearch } from '#renderer/state/shell/search-store.ts';
import { filterWords } from './filter-text.ts';
import { SaveViewDialog } from './SaveViewDialog.tsx';

const STATES: readonly StateKey[] = [
  'draft',
  'unsealed',
  'sealed',
  'toReport',
  'preliminary',
  'final',
  'appended',
  'amended',
  'corrected',
  'enteredInError',
];
const SPANS = [
  ['dateToday', 0],
  ['dateWeek', 7],
  ['dateMonth', 30],
  ['dateYear', 365],
] as const;

const daysAgo = (days: number) => localDayKey(new Date(Date.now() - days * 86_400_000));

export function FilterChips({ rows }: { readonly rows: WorklistRows }) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const chosen = useWorklist((state) => state.filter);
  const { searching, filter, baseRows } = rows;
  const tags = useMemo(() => tagCounts(baseRows), [baseRows]);
  const active = filterWords(filter, t);
  const has = (key: string) => active.some((chip) => chip.key === key);
  const clear = () => (searching ? setSearch('') : useWorklist.setState({ filter: NO_FILTER }));
  return (
    <div className="chips">
      {active.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className="chip on"
          aria-label={t('worklist.removeFilter', { name: `${chip.name} ${chip.value}` })}
          onClick={() => (searching ? setSearch('') : setFilter(chip.without))}
        >
          {chip.name} <b>{chip.value}</b>
          <Icon name="close" />
        </button>
      ))}
      {has('date') || searching ? null : (
        <ChipMenu
          label={t('worklist.filterDate')}
          items={SPANS.map(([key, days]) => ({
            id: key,
            label: t(`worklist.${key}`),
            run: () => setFilter({ date_from: daysAgo(days), date_to: undefined }),
          }))}
        />
      )}
      {searching ? null : (
        <ChipMenu
          label={t('worklist.filterState')}
          items={STATES.map((state) => ({
            id: state,
            label: t(`states.${state}`),
            checked: chosen.states.includes(state),
            run: () => setFilter({ states: toggled(chosen.states, state) }),
          }))}
        />
      )}
      {has('draft') || searching ? null : (
        <button type="button" className="chip" onClick={() => setFilter({ has_draft: true })}>
          {t('worklist.filterDraft')}
        </button>
      )}
      {tags.length > 0 && !searching ? (
        <ChipMenu
          label={t('worklist.filterTag')}
          items={tags.map(([tag]) => ({
            id: tag,
            label: tag,
            checked: chosen.tags.includes(tag),
            run: () => setFilter({ tags: toggled(chosen.tags, tag) }),
          }))}
        />
      ) : null}
      {isFiltered(filter) ? (
        <button type="button" className="link" onClick={clear}>
          {searching ? t('worklist.clearSearch') : t('worklist.clearFilters')}
          {searching ? <KeyHint>Esc</KeyHint> : null}
        </button>
      ) : null}
      <span className="gap" />
      {isFiltered(filter) ? (
        <button type="button" className="link" onClick={() => setSaving(true)}>
          {t('worklist.saveView')}
        </button>
      ) : null}
      {saving ? (
        <SaveViewDialog filter={filter} searching={searching} onClose={() => setSaving(false)} />
      ) : null}
    </div>
  );
}

interface ChipMenuProps {
  readonly label: string;
  readonly items: Parameters<typeof Menu>[0]['items'];
}

function ChipMenu({ label, items }: ChipMenuProps): ReactNode {
  return (
    <Menu label={label} buttonClass="chip" items={items}>
      {label}
      <Icon name="chevron-down" />
    </Menu>
  );
}
