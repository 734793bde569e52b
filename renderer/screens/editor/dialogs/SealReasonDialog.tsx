import { useTranslation } from 'react-i18next';
import { NameDialog } from '#renderer/components/forms/NameDialog.tsx';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { sealVersion } from '#renderer/editor/editing-session/sealing/seal-report.ts';

/** Dialog that seals with a reason, which the history shows with the version. */
export function SealReasonDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  return (
    <NameDialog
      title={t('editor.sealReason.title')}
      label={t('editor.amendReason')}
      help={t('editor.sealReason.help')}
      missing={t('editor.reasonMissing')}
      act={t('editor.sealReason.seal')}
      send={async (why) => {
        onClose();
        // An error of sealing is shown above the text.
        void sealVersion(work, undefined, why);
      }}
      onClose={onClose}
    />
  );
}
