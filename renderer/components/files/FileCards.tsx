import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { byteSize } from '#renderer/messages/numbers.ts';
import { nodeIcon } from './file-kind.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Shows files as small cards with thumbnails; each opens in the Files screen. */
export function FileCards({ nodes }: { readonly nodes: readonly DriveNode[] }) {
  const { t } = useTranslation();
  return (
    <ul className="thumbs">
      {nodes.map((node) => (
        <li key={node.node_id}>
          {node.optimized_variants.some(({ kind }) => kind === 'thumbnail') ? (
            <Thumbnail groupId={node.security_group_id} nodeId={node.node_id} icon={nodeIcon(node)} />
          ) : (
            <Icon name={nodeIcon(node)} size={20} />
          )}
          <b>
            <Link
              to={['files', node.security_group_id, node.parent_id ?? 'root']}
              query={{ node: node.node_id }}
            >
              {node.name ?? t('states.noKey')}
            </Link>
          </b>
          <span>
            {t(`files.kind.${node.media_kind ?? 'other'}`)}
            {node.size === null ? '' : `, ${byteSize(node.size)}`}
            {node.processing_status === 'queued' ? `, ${t('files.queued')}` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}
