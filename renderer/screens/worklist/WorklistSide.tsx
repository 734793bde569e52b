/** Left of the worklist: views with their counts, modalities and tags to narrow by, the groups one is in. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { toggled } from '#renderer/components/lists/toggled.ts';
import { count } from '#renderer/messages/numbers.ts';
import { examDirectory } from '#renderer/state/directory/directories.ts';
import { setSearch } from '#renderer/state/frame/search-store.ts';
import { useSession } from '#renderer/state/session-store.ts';
import { BASES, inBase, type WorklistBase } from './filters/exam-filter.ts';
import { modalityCounts, tagCounts } from './filters/facets.ts';
import { forgetView, showSavedView, useSavedViews } from './filters/saved-views.ts';
import type { WorklistRows } from './use-worklist-rows.ts';
import { setFilter, showBase, useWorklist } from './worklist-store.ts';

const BASE_ICONS: Readonly<Record<WorklistBase, IconName>> = {
  recent: 'list',
  drafts: 'state-draft',
  to_sign: 'state-preliminary',
  all: 'calendar',
  archived: 'archive',
};

export function WorklistSide({ rows }: { readonly rows: WorklistRows }) {
  const { t } = useTranslation();
  const exams = examDirectory.use((state) => state.rows);
  const groups = useSession((state) => state.session?.groups ?? NO_GROUPS);
  const { base, saved_view_id, filter } = useWorklist();
  const views = useSavedViews();
  const { searching, baseRows } = rows;
  const baseCounts = useMemo(() => {
    const all = [...exams.values()];
    return new Map(BASES.map((known) => [known, all.filter((row) => inBase(row, known)).length]));
  }, [exams]);
  const modalities = useMemo(() => modalityCounts(baseRows), [baseRows]);
  const tags = useMemo(() => tagCounts(baseRows), [baseRows]);
  const show = (act: () => void) => () => {
    setSearch('');
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
          aria-current={!searching && saved_view_id === undefined && known === base ? 'true' : undefined}
          onClick={show(() => showBase(known))}
        >
          <Icon name={BASE_ICONS[known]} />
          <span className="tx">{t(`worklist.base.${known}`)}</span>
          <span className="c">{count(baseCounts.get(known) ?? 0)}</span>
        </button>
      ))}
      {views.map((view) => (
        <span key={view.id} className="item-row">
          <button
            type="button"
            className="item"
            aria-current={!searching && view.id === saved_view_id ? 'true' : undefined}
            onClick={show(() => showSavedView(view))}
          >
            <Icon name="filter" />
            <span className="tx">{view.name}</span>
          </button>
          <button
            type="button"
            className="item-x"
            aria-label={t('worklist.forgetView', { name: view.name })}
            onClick={() => forgetView(view.id)}
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
