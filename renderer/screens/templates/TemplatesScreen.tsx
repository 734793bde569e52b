import { useTranslation } from 'react-i18next';
import { useTitle } from '#renderer/state/use-title.ts';

export function TemplatesScreen() {
  const { t } = useTranslation();
  useTitle(t('templates.label'));
  return <main className="main" id="main" aria-label={t('templates.label')} data-pane />;
}
