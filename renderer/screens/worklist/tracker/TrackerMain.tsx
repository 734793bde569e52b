/** Lists open follow-ups and critical results by due date, recently closed ones below. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { HeadCell } from '#renderer/components/lists/Cell.tsx';
import { PanelToggle } from '#renderer/components/lists/PanelToggle.tsx';
import { type GridItem, VirtualGrid } from '#renderer/components/lists/VirtualGrid.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { useDraftTracked } from '#renderer/lists/draft-tracked.ts';
import { NO_TRACKED_FILTER, passesTrackedFilter } from '#renderer/lists/follow-up-filter.ts';
import {
  isDue,
  isShown,
  TRACKED_GROUPS,
  type Tracked,
  trackedItems,
} from '#renderer/lists/follow-up-rows.ts';
import { longDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { leaveForms } from '#renderer/state/shell/typed-forms.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { stashedFormNames } from '#renderer/state/unsaved/stashed-form-input.ts';
import { useNow } from '#renderer/state/use-now.ts';
import { NewFollowUpDialog } from './NewFollowUpDialog.tsx';
import { TrackedCells } from './TrackedCells.tsx';
import { TrackerChips } from './TrackerChips.tsx';
import { TrackerPanel } from './TrackerPanel.tsx';

export type TrackerKind = 'follow-ups' | 'critical';

export function TrackerMain({ kind }: { readonly kind: TrackerKind }) {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const drafts = useDraftTracked((state) => state.byExam);
  const patients = patientCache.use((state) => state.rows);
  const me = useSession((state) => state.session?.principal.display_name ?? '');
  const [filter, setFilter] = useState(NO_TRACKED_FILTER);
  const [isNew, setNew] = useReopenedForm('new-follow-up');
  const [selectedKey, setSelectedKey] = useState(keptKey);
  const now = useNow();
  const all = useMemo(
    () =>
      trackedItems(exams, now, drafts).filter((item) => kind === 'follow-ups' || item.kind === 'critical'),
    [exams, kind, now, drafts],
  );
  const shown = all.filter((item) => isShown(item, now) && passesTrackedFilter(item, filter, me, now));
  const items = TRACKED_GROUPS.flatMap((group): GridItem<Tracked>[] => {
    const members = shown.filter((item) => item.group === group);
    if (members.length === 0) return [];
    const title = t(`tracked.group.${group}`);
    const head = { kind: 'group', key: `group-${group}`, title, detail: count(members.length) } as const;
    return [head, ...members.map((value) => ({ kind: 'row', key: value.key, value }) as const)];
  });
  const selected = shown.find((item) => item.key === selectedKey) ?? shown[0];
  const open = all.filter((item) => item.group !== 'done');
  const name = t(kind === 'critical' ? 'tracked.criticalResults' : 'tracked.followUps');
  const next = open.find((item) => !isDue(item));
  return (
    <>
      <main className="main" id="main" aria-label={name} data-pane>
        <div className="main-h">
          <h1>{name}</h1>
          <span className="count" role="status">
            {t('tracked.count', {
              open: count(open.length),
              overdue: count(open.filter((item) => item.group === 'overdue').length),
              done: count(all.length - open.length),
            })}
          </span>
          <span className="gap" />
          <PanelToggle label={t('worklist.preview')} />
          {kind === 'follow-ups' ? (
            <Button onPress={() => setNew(true)}>{t('tracked.newTitle')}</Button>
          ) : null}
        </div>
        <TrackerChips
          items={all}
          filter={filter}
          onFilter={setFilter}
          hasKinds={kind === 'follow-ups'}
          now={now}
        />
        {open.some(isDue) ? null : (
          <p className="region dim">
            {next
              ? t('tracked.nothingUntil', { day: longDay(instantOf(next)) })
              : t(kind === 'critical' ? 'tracked.noCritical' : 'tracked.nothing')}
          </p>
        )}
        {shown.length === 0 ? (
          <EmptyState
            icon="follow-up"
            title={t(kind === 'critical' ? 'tracked.criticalEmpty' : 'tracked.empty')}
            text={t(kind === 'critical' ? 'tracked.criticalEmptyText' : 'tracked.emptyText')}
          />
        ) : (
          <VirtualGrid
            label={name}
            className="fu"
            head={[
              <HeadCell key="state" label={t('worklist.columnState')} />,
              <HeadCell key="patient" label={t('worklist.columnPatient')} />,
              <HeadCell
                key="what"
                label={t(kind === 'critical' ? 'tracked.columnFound' : 'tracked.columnWhat')}
              />,
              <HeadCell key="due" label={t('tracked.columnDue')} numeric />,
            ]}
            items={items}
            selectedKey={selected?.key}
            onSelect={(key) => leaveForms(() => setSelectedKey(key))}
            onOpen={(key) => {
              const item = shown.find((each) => each.key === key);
              if (item) navigate(['exams', item.row.id]);
            }}
            renderRow={(item) => <TrackedCells item={item} patients={patients} exams={exams} now={now} />}
          />
        )}
      </main>
      {isNew ? (
        <NewFollowUpDialog examId={selectedKey && selected?.row.id} onClose={() => setNew(false)} />
      ) : null}
      <TrackerPanel key={selected?.key} item={selected} />
    </>
  );
}

/** Returns the key of the item with text that a lock stashed. */
function keptKey(): string | undefined {
  for (const name of stashedFormNames()) {
    const [kind, about = ''] = name.split('/');
    if (kind === 'critical') return `${about}-critical`;
    if (kind === 'move' || kind === 'done') return about;
  }
  return undefined;
}

const instantOf = (item: Tracked): string =>
  item.kind === 'critical' ? item.at : `${item.at}T00:00:00.000Z`;
