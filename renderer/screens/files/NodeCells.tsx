import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { nodeIcon } from '#renderer/components/files/file-kind.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Cell } from '#renderer/components/lists/Cell.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';

export const NodeCells = memo(function NodeCells({ node }: { readonly node: DriveNode }) {
  const { t } = useTranslation();
  const exam = examCache.use((state) => (node.exam_id ? state.rows.get(node.exam_id) : undefined));
  return (
    <>
      <Cell className="fn">
        <Icon name={nodeIcon(node)} />
        {node.name ?? t('states.noKey')}
        {node.at_clinic ? <span className="dim">{t('travel.atTheClinic')}</span> : null}
      </Cell>
      <Cell className={exam ? 'mid' : 'dim'}>{whatOf()}</Cell>
      <Cell className="num">{node.size === null ? '' : byteSize(node.size)}</Cell>
      <Cell className="num dim">{changedAt(node.completed_at ?? node.created_at)}</Cell>
    </>
  );

  function whatOf(): string {
    if (node.kind === 'folder') return '';
    if (node.status !== 'ready') return t(`files.status.${node.status}`);
    return exam?.summary?.title ?? t('files.noExam');
  }
});
