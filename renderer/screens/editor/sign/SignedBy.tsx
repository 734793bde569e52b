import { useTranslation } from 'react-i18next';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { isSignatureValid } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { changedInList } from '#renderer/messages/dates.ts';
import { signerName } from './signer-name.ts';

/** Lists the signers of a version, one per line; empty without signatures. */
export function SignedBy({ versionId }: { readonly versionId: string }) {
  const { t } = useTranslation();
  const signatures = useEditingState((state) => state.signatures);
  return signatures
    .filter((signature) => isOfVersion(signature, versionId))
    .map((signature) => (
      <p
        key={signature.signature_id}
        className={`signed-by ${isSignatureValid(signature) ? 's-final' : 's-error'}`}
      >
        <Icon name={isSignatureValid(signature) ? 'check' : 'state-error'} />
        <span>
          {t(`review.signature.line.${signature.intent}`, {
            name: signerName(signature, t),
            time: changedInList(signature.signed_at),
          })}
        </span>
      </p>
    ));
}
