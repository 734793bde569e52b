import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface CrumbsProps {
  readonly groupId: string;
  readonly groupName: string;
  readonly path: readonly DriveNode[];
}

/** Breadcrumbs to the open folder, whose own name is the screen's title. */
export function Crumbs({ groupId, groupName, path }: CrumbsProps) {
  const { t } = useTranslation();
  const steps = [
    { id: undefined, name: groupName },
    ...path.map((node) => ({ id: node.node_id, name: node.name })),
  ];
  const last = steps.pop();
  return (
    <nav className="crumbs" aria-label={t('files.crumbs')}>
      {steps.map(({ id, name }) => (
        <span key={id ?? 'root'} className="crumb">
          <Link to={id === undefined ? ['files', groupId] : ['files', groupId, id]}>{name}</Link>
          <Icon name="chevron-right" />
        </span>
      ))}
      <h1>{last?.name}</h1>
    </nav>
  );
}
