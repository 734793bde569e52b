import { useTranslation } from 'react-i18next';
import { Menu, type MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface RecordMenuProps {
  readonly archiveLabel: string;
  readonly trashLabel: string;
  readonly onArchive: () => void;
  readonly onTrash: () => void;
  /** Menu items of this kind of record, above the others. */
  readonly own?: readonly MenuItem[];
  /** Erases a person; for owners only. */
  readonly erase?: { readonly label: string; readonly run: () => void } | undefined;
}

/** Menu of a record: archive, unarchive, move to trash. */
export function RecordMenu({
  archiveLabel,
  trashLabel,
  onArchive,
  onTrash,
  own = [],
  erase,
}: RecordMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('common.more')}
      buttonLabel={t('common.more')}
      buttonClass="btn quiet icon"
      align="end"
      items={[
        ...own,
        { id: 'archive', icon: 'archive', label: archiveLabel, run: onArchive },
        { id: 'trash', icon: 'trash', label: trashLabel, danger: true, run: onTrash },
        ...(erase === undefined
          ? []
          : [{ id: 'erase', icon: 'trash' as const, label: erase.label, danger: true, run: erase.run }]),
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
