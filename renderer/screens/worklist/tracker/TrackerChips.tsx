/** Filters of the tracker: active ones with a remove button, menus for the others. */
import { useTranslation } from 'react-i18next';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import {
  DUE_SPANS,
  isTrackedFiltered,
  lastDayOf,
  NO_TRACKED_FILTER,
  type TrackedFilter,
} from '#renderer/lists/follow-up-filter.ts';
import type { Tracked } from '#renderer/lists/follow-up-rows.ts';
import { dayInList } from '#renderer/messages/dates.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';

interface TrackerChipsProps {
  readonly items: readonly Tracked[];
  readonly filter: TrackedFilter;
  readonly onFilter: (filter: TrackedFilter) => void;
  /** False if only one kind is listed. */
  readonly hasKinds: boolean;
  readonly now: Date;
}

export function TrackerChips({ items, filter, onFilter, hasKinds, now }: TrackerChipsProps) {
  const { t } = useTranslation();
  const patients = patientCache.use((state) => state.rows);
  const set = (part: Partial<TrackedFilter>) => onFilter({ ...filter, ...part });
  const nameOf = (id: string) => patients.get(id)?.summary?.display_name ?? t('states.noKey');
  const ids = [...new Set(items.flatMap(({ row }) => (row.patient_id === null ? [] : [row.patient_id])))];
  const dueDay = filter.due ? dayInList(`${lastDayOf(filter.due, now)}T00:00:00.000Z`) : '';
  return (
    <div className="chips">
      <Chip
        name={t('tracked.due')}
        value={filter.due ? t('tracked.until', { day: dueDay }) : undefined}
        items={DUE_SPANS.map((due) => ({
          id: due,
          label: t(`tracked.dueSpan.${due}`),
          run: () => set({ due }),
        }))}
        onRemove={() => set({ due: undefined })}
      />
      <button
        type="button"
        className={filter.mine ? 'chip on' : 'chip'}
        aria-pressed={filter.mine}
        onClick={() => set({ mine: !filter.mine })}
      >
        {t('tracked.mine')}
      </button>
      {hasKinds ? (
        <Chip
          name={t('tracked.kind')}
          value={filter.kind && t(`tracked.kinds.${filter.kind}`)}
          items={(['follow_up', 'critical'] as const).map((kind) => ({
            id: kind,
            label: t(`tracked.kinds.${kind}`),
            run: () => set({ kind }),
          }))}
          onRemove={() => set({ kind: undefined })}
        />
      ) : null}
      {ids.length > 0 || filter.patient_id ? (
        <Chip
          name={t('worklist.columnPatient')}
          value={filter.patient_id && nameOf(filter.patient_id)}
          items={ids
            .map((id) => ({ id, label: nameOf(id), run: () => set({ patient_id: id }) }))
            .sort((a, b) => a.label.localeCompare(b.label, localeTag()))}
          onRemove={() => set({ patient_id: undefined })}
        />
      ) : null}
      {isTrackedFiltered(filter) ? (
        <button type="button" className="link" onClick={() => onFilter(NO_TRACKED_FILTER)}>
          {t('worklist.clearFilters')}
        </button>
      ) : null}
    </div>
  );
}

interface ChipProps {
  readonly name: string;
  /** Active value; undefined shows the chip as a menu. */
  readonly value: string | undefined;
  readonly items: Parameters<typeof Menu>[0]['items'];
  readonly onRemove: () => void;
}

function Chip({ name, value, items, onRemove }: ChipProps) {
  const { t } = useTranslation();
  if (value === undefined)
    return (
      <Menu label={name} buttonClass="chip" items={items}>
        {name}
        <Icon name="chevron-down" />
      </Menu>
    );
  return (
    <button
      type="button"
      className="chip on"
      aria-label={t('worklist.removeFilter', { name: `${name} ${value}` })}
      onClick={onRemove}
    >
      {name} <b>{value}</b>
      <Icon name="close" />
    </button>
  );
}
