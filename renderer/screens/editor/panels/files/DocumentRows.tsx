import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { nodeIcon } from '#renderer/components/files/file-kind.ts';
import { Thumbnail } from '#renderer/components/files/Thumbnail.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { dayInList } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { failureOf } from '#renderer/screens/editor/pictures/missing-image-reason.ts';

/** Rows of files outside any series: letters, photographs, and DICOM not yet read or unreadable. */
export function DocumentRows({ nodes }: { readonly nodes: readonly DriveNode[] }) {
  const { t } = useTranslation();
  if (nodes.length === 0) return null;
  const bytes = nodes.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return (
    <section aria-label={t('review.files.documents')}>
      <h3 className="file-group">
        {t('review.files.documents')}
        <span>{t('review.files.documentsLine', { count: nodes.length, size: byteSize(bytes) })}</span>
      </h3>
      {nodes.map((node) => (
        <Link
          key={node.node_id}
          className="serrow"
          to={['files', node.security_group_id, node.parent_id ?? 'root']}
          query={{ node: node.node_id }}
        >
          {node.optimized_variants.some(({ kind }) => kind === 'thumbnail') ? (
            <Thumbnail groupId={node.security_group_id} nodeId={node.node_id} icon={nodeIcon(node)} />
          ) : (
            <span className="thumb doc">
              <Icon name={nodeIcon(node)} size={20} />
            </span>
          )}
          <span>
            <b>{node.name ?? t('states.noKey')}</b>
            <em>{node.at_clinic ? `${detail(node)}, ${t('travel.atTheClinic')}` : detail(node)}</em>
          </span>
          <span className="num">{node.size === null ? '' : byteSize(node.size)}</span>
        </Link>
      ))}
    </section>
  );

  function detail(node: DriveNode) {
    const { processing_status: status, media_kind, created_at, page_count } = node;
    if (node.status !== 'ready') return t(`files.status.${node.status}`);
    const kind = t(`files.kind.${media_kind ?? 'other'}`);
    if (status === 'queued' || status === 'running') return `${kind}, ${t('files.queued')}`;
    const failure = failureOf(node);
    if (status === 'failed' && media_kind !== 'other' && failure !== undefined)
      return t(`pictures.failed.${failure}`);
    return page_count
      ? `${dayInList(created_at)}, ${t('files.pages', { count: page_count })}`
      : `${kind}, ${dayInList(created_at)}`;
  }
}
