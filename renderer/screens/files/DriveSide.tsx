/** The sidebar of the files screen. A group without its key is listed but cannot be opened. */
import { useTranslation } from 'react-i18next';
import type { MediaKind } from '#contract/drives/node.ts';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import type { Folder } from './use-folder.ts';

interface DriveSideProps {
  readonly groupId: string | undefined;
  readonly folder: Folder;
  readonly hidden: ReadonlySet<MediaKind>;
  readonly onToggle: (kind: MediaKind) => void;
}

const INDENTS = ['d1', 'd2', 'd3', 'd4'] as const;

/** Lists the drives, the folders down to the open one, and the file kinds to show. */
export function DriveSide({ groupId, folder, hidden, onToggle }: DriveSideProps) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const { path, nodes } = folder;
  const kinds = new Map<MediaKind, number>();
  for (const { kind, media_kind } of nodes) {
    if (kind === 'file') kinds.set(media_kind ?? 'other', (kinds.get(media_kind ?? 'other') ?? 0) + 1);
  }
  const indent = (depth: number) => INDENTS[Math.min(depth, INDENTS.length - 1)] ?? 'd4';
  return (
    <aside className="side tree" aria-label={t('files.drives')} data-pane>
      <h2 className="side-h">{t('files.drives')}</h2>
      {groups.map((group) => {
        const id = group.security_group_id;
        if (!group.key_available) {
          return (
            <span key={id} className="item nokey">
              <Icon name="state-locked" />
              <span className="tx">{group.name}</span>
              <span className="c">{t('files.noKey')}</span>
            </span>
          );
        }
        const open = id === groupId;
        return (
          <div key={id} className="drive">
            <Link to={['files', id]} current={open && path.length === 0 ? 'true' : undefined}>
              <Icon name="drive" />
              <span className="tx">{group.name}</span>
            </Link>
            {open
              ? path.map((node, depth) => (
                  <Link
                    key={node.node_id}
                    className={indent(depth)}
                    to={['files', id, node.node_id]}
                    current={depth === path.length - 1 ? 'true' : undefined}
                  >
                    <Icon name="folder" />
                    <FolderName name={node.name} />
                  </Link>
                ))
              : null}
            {open
              ? nodes
                  .filter((node) => node.kind === 'folder')
                  .map((node) => (
                    <Link key={node.node_id} className={indent(path.length)} to={['files', id, node.node_id]}>
                      <Icon name="folder" />
                      <FolderName name={node.name} />
                    </Link>
                  ))
              : null}
          </div>
        );
      })}
      {kinds.size > 1 ? <h2 className="side-h">{t('files.kinds')}</h2> : null}
      {kinds.size > 1
        ? [...kinds].map(([kind, number]) => (
            <Checkbox key={kind} className="item" checked={!hidden.has(kind)} onChange={() => onToggle(kind)}>
              <span className="tx">{t(`files.kind.${kind}`)}</span>
              <span className="c">{count(number)}</span>
            </Checkbox>
          ))
        : null}
    </aside>
  );
}

/** Study folders end in a long generated number; only its end is shown. */
const STUDY_FOLDER = /^(\S+ )[\d.]{12,}([\d.]{10})$/;

function FolderName({ name }: { readonly name: string | null }) {
  return (
    <span className="tx" title={name ?? undefined}>
      {name?.replace(STUDY_FOLDER, '$1…$2')}
    </span>
  );
}
