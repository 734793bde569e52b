import { useTranslation } from 'react-i18next';
import { Menu, type MenuItem } from '#renderer/components/dialogs/Menu.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface RecordMenuProps {
  readonly archiveLabel: string;
  readonly trashLabel: string;
  readonly onArchive: () => void;
  readonly onTrash: () => void;
  /** What this kind of record offers besides; above the others. */
  readonly own?: readonly MenuItem[];
  /** Of a person alone, and for owners. */
  readonly erase?: { readonly label: string; readonly run: () => void } | undefined;
}

/** What else can be done with a record: into the archive or out of it, into the trash. */
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
