import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { Link } from '#renderer/frame/Link.tsx';
import { byteSize } from '#renderer/messages/numbers.ts';
import { nodeIcon } from './file-kind.ts';

/** Files as small cards; each opens in the drive browser. */
export function FileCards({ nodes }: { readonly nodes: readonly DriveNode[] }) {
  const { t } = useTranslation();
  return (
    <ul className="thumbs">
      {nodes.map((node) => (
        <li key={node.node_id}>
          <Icon name={nodeIcon(node)} size={20} />
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
          </span>
        </li>
      ))}
    </ul>
  );
}
