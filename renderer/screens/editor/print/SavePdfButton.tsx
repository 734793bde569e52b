import { useTranslation } from 'react-i18next';
import { desktopBridge } from '#renderer/api/desktop-bridge.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';

/** Button that saves the shown pages as PDF. Desktop program only. */
export function SavePdfButton() {
  const { t } = useTranslation();
  const title = useEditingState((state) => state.meta.title);
  const desktop = desktopBridge();
  if (!desktop) return null;
  return (
    <Button size="s" icon="download" onPress={() => desktop.savePdf(`${title ?? t('editor.noTitle')}.pdf`)}>
      {t('desktop.savePdf')}
    </Button>
  );
}
