/**
 * The sidebar of the template list: all, archived and one filter for each modality in use. Archived templates count
 * under no modality.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';

interface TemplateView {
  readonly modality: string | undefined;
  readonly archived: boolean;
}

interface TemplatesSideProps extends TemplateView {
  readonly onChoose: (view: TemplateView) => void;
}

export function TemplatesSide({ modality, archived, onChoose }: TemplatesSideProps) {
  const { t } = useTranslation();
  const rows = templateCache.use((state) => state.rows);
  const { live, old, modalities } = useMemo(() => {
    const kept = [...rows.values()].filter((row) => !row.is_deleted);
    const counts = new Map<string, number>();
    for (const row of kept) {
      const name = row.is_archived ? undefined : row.summary?.modality;
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return {
      live: kept.filter((row) => !row.is_archived).length,
      old: kept.filter((row) => row.is_archived).length,
      modalities: [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1)),
    };
  }, [rows]);
  return (
    <aside className="side" aria-label={t('worklist.views')} data-pane>
      <h2 className="side-h">{t('worklist.views')}</h2>
      <button
        type="button"
        className="item"
        aria-current={!archived && modality === undefined ? 'true' : undefined}
        onClick={() => onChoose({ modality: undefined, archived: false })}
      >
        <Icon name="template" />
        <span className="tx">{t('templates.filterAll')}</span>
        <span className="c">{count(live)}</span>
      </button>
      <button
        type="button"
        className="item"
        aria-current={archived ? 'true' : undefined}
        onClick={() => onChoose({ modality: undefined, archived: true })}
      >
        <Icon name="archive" />
        <span className="tx">{t('templates.archived')}</span>
        <span className="c">{count(old)}</span>
      </button>
      {modalities.length > 0 ? <h2 className="side-h">{t('worklist.modality')}</h2> : null}
      {modalities.map(([name, number]) => (
        <button
          key={name}
          type="button"
          className="item"
          aria-pressed={name === modality}
          onClick={() => onChoose({ modality: name === modality ? undefined : name, archived: false })}
        >
          <Icon name="tag" />
          <span className="tx">{name}</span>
          <span className="c">{count(number)}</span>
        </button>
      ))}
    </aside>
  );
}
