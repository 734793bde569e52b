/** Sidebar of the worklist: views with counts, filters by modality and tag, the person's groups. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { toggled } from '#renderer/components/lists/toggle-value.ts';
import { useMyCosignRequests } from '#renderer/lists/cosign-store.ts';
import { useDraftTracked } from '#renderer/lists/draft-tracked.ts';
import { trackedItems } from '#renderer/lists/follow-up-rows.ts';
import { useUnmatchedStudies } from '#renderer/lists/unmatched-studies-store.ts';
import { BASES, inBase, type WorklistBase } from '#renderer/lists/worklist/exam-filter.ts';
import { modalityCounts, tagCounts } from '#renderer/lists/worklist/modality-and-tag-counts.ts';
import { deleteView, showSavedView, useSavedViews } from '#renderer/lists/worklist/saved-views.ts';
import { setFilter, showBase, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { setSearch } from '#renderer/state/shell/search-store.ts';
import type { TrackerKind } from './tracker/TrackerMain.tsx';
import type { WorklistRows } from './use-worklist-rows.ts';

const BASE_ICONS: Readonly<Record<WorklistBase, IconName>> = {
  recent: 'list',
  to_report: 'state-waiting',
  mine_to_report: 'person',
  mine: 'person',
  drafts: 'state-draft',
  to_sign: 'state-preliminary',
  to_cosign: 'signature',
  all: 'calendar',
  archived: 'archive',
};

interface WorklistSideProps {
  readonly rows: WorklistRows;
  /** List shown instead of exams. */
  readonly tracker: TrackerKind | 'to-match' | undefined;
}

const TRACKERS = [
  { kind: 'to-match', icon: 'match', label: 'match.title' },
  { kind: 'follow-ups', icon: 'follow-up', label: 'tracked.followUps' },
  { kind: 'critical', icon: 'flag', label: 'tracked.criticalResults' },
] as const;

export function WorklistSide({ rows, tracker }: WorklistSideProps) {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const drafts = useDraftTracked((state) => state.byExam);
  const groups = useSession((state) => state.session?.groups ?? NO_GROUPS);
  const me = useSession((state) => state.session?.principal.principal_id ?? '');
  const { base, saved_view_id, filter } = useWorklist();
  const asked = useMyCosignRequests((state) => state.requests);
  const toMatch = useUnmatchedStudies((state) => state.studies.length);
  const views = useSavedViews();
  const { searching, baseRows } = rows;
  const baseCounts = useMemo(() => {
    const all = [...exams.values()];
    const sizeOf = (known: WorklistBase) =>
      all.filter((row) => inBase(row, known, me, undefined, asked)).length;
    return new Map(BASES.map((known) => [known, sizeOf(known)]));
  }, [exams, me, asked]);
  // Counts by modality and tag apply to exams only.
  const facetRows = tracker === undefined || searching ? baseRows : NO_ROWS;
  const modalities = useMemo(() => modalityCounts(facetRows), [facetRows]);
  const tags = useMemo(() => tagCounts(facetRows), [facetRows]);
  const openCounts = useMemo(() => {
    const open = trackedItems(exams, new Date(), drafts).filter((item) => item.group !== 'done');
    return {
      'to-match': toMatch,
      'follow-ups': open.length,
      critical: open.filter((item) => item.kind === 'critical').length,
    };
  }, [exams, toMatch, drafts]);
  const isPlain = !searching && tracker === undefined;
  const show = (act: () => void) => () => {
    setSearch('');
    navigate(['worklist']);
    act();
  };
  return (
    <aside className="side" aria-label={t('worklist.savedViews')} data-pane>
      <h2 className="side-h">{t('worklist.views')}</h2>
      {BASES.map((known) => (
        <button
          key={known}
          type="button"
          className="item"
          aria-current={isPlain && saved_view_id === undefined && known === base ? 'true' : undefined}
          onClick={show(() => showBase(known))}
        >
          <Icon name={BASE_ICONS[known]} />
          <span className="tx">{t(`worklist.base.${known}`)}</span>
          <span className="c">{count(baseCounts.get(known) ?? 0)}</span>
        </button>
      ))}
      {TRACKERS.map(({ kind, icon, label }) => (
        <button
          key={kind}
          type="button"
          className="item"
          aria-current={!searching && tracker === kind ? 'true' : undefined}
          onClick={() => {
            setSearch('');
            navigate(['worklist', kind]);
          }}
        >
          <Icon name={icon} />
          <span className="tx">{t(label)}</span>
          <span className="c">{count(openCounts[kind])}</span>
        </button>
      ))}
      {views.map((view) => (
        <span key={view.id} className="item-row">
          <button
            type="button"
            className="item"
            aria-current={isPlain && view.id === saved_view_id ? 'true' : undefined}
            onClick={show(() => showSavedView(view))}
          >
            <Icon name="filter" />
            <span className="tx">{view.name}</span>
          </button>
          <button
            type="button"
            className="item-x"
            aria-label={t('worklist.forgetView', { name: view.name })}
            onClick={() => deleteView(view.id)}
          >
            <Icon name="close" size={14} />
          </button>
        </span>
      ))}
      {modalities.length > 0 ? <h2 className="side-h">{t('worklist.modality')}</h2> : null}
      {modalities.map(([modality, number]) => (
        <Checkbox
          key={modality}
          className="item"
          checked={filter.modalities.includes(modality)}
          onChange={() => setFilter({ modalities: toggled(filter.modalities, modality) })}
        >
          <span className="tx">{modality}</span>
          <span className="c">{count(number)}</span>
        </Checkbox>
      ))}
      {tags.length > 0 ? <h2 className="side-h">{t('worklist.tags')}</h2> : null}
      {tags.map(([tag, number]) => (
        <button
          key={tag}
          type="button"
          className="item"
          aria-pressed={filter.tags.includes(tag)}
          onClick={() => setFilter({ tags: toggled(filter.tags, tag) })}
        >
          <Icon name="tag" />
          <span className="tx">{tag}</span>
          <span className="c">{count(number)}</span>
        </button>
      ))}
      <span className="gap" />
      <h2 className="side-h">{t('worklist.group')}</h2>
      {groups.map((group) => (
        <span key={group.security_group_id} className="item">
          <Icon name={group.key_available ? 'people' : 'state-locked'} />
          <span className="tx">{group.name}</span>
          <span className="c">{t(`settings.role.${group.role}`)}</span>
        </span>
      ))}
    </aside>
  );
}

const NO_GROUPS: readonly never[] = [];
const NO_ROWS: readonly never[] = [];
