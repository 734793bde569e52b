import { useTranslation } from 'react-i18next';
import { useTitle } from '#renderer/state/use-title.ts';

interface FilesScreenProps {
  readonly groupId: string | undefined;
  readonly folderId: string | undefined;
}

export function FilesScreen(_: FilesScreenProps) {
  const { t } = useTranslation();
  useTitle(t('files.label'));
  return <main className="main" id="main" aria-label={t('files.label')} data-pane />;
}
