/**
 * Banner of a signed report: the signed version and whether every signature verifies. Source: visual design
 * 13, "Signatures and verification".
 */
import { useTranslation } from 'react-i18next';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import {
  isSignatureValid,
  loadSignatures,
  signVersion,
} from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { changedAt, clockTime, shortDay } from '#renderer/messages/dates.ts';
import { openDialog, showPanel } from '#renderer/screens/editor/view-store.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { RequestState, usePendingCosignRequests } from './CosignRequests.tsx';
import { signedFiles } from './signed-files.ts';
import { signerName } from './signer-name.ts';

export function SignatureBanner() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const signatures = useEditingState((state) => state.signatures);
  const version = useEditingState((state) => state.base_version_id);
  // Wait while a sealed version is being signed.
  const isActing = useEditingState((state) => state.acting !== undefined);
  const error = useEditingState((state) => state.signaturesError);
  const readOnly = useEditingState((state) => state.readOnly);
  const isWithdrawn = useEditingState((state) =>
    isEnteredInError(reportStatus(state.meta.custom_attributes)),
  );
  const newest = signatures.find(({ intent }) => intent !== 'co_signed') ?? signatures[0];
  if (error !== undefined) {
    return (
      <ErrorNotice error={error} title={t('review.signature.notRead')} onRetry={() => loadSignatures(work)} />
    );
  }
  if (!newest || readOnly !== 'signed' || isWithdrawn) return null;
  const broken = signatures.find((signature) => !isSignatureValid(signature));
  const isSame = signatures.some((signature) => isOfVersion(signature, version));
  // A version that differs by one byte from the signed one is not called signed.
  if (!isSame && !broken) return isActing ? null : <OtherSigned seq={newest.seq} />;
  const isNoted = isSame && !signatures.some(({ version_id }) => version_id === version);
  const save = async (what: 'report' | 'signature') => {
    const { record } = await work.documents.read({ version_id: newest.version_id });
    const { report, signature, name } = signedFiles(record, newest);
    if (what === 'report') saveBlob(new Blob([report], { type: 'text/html' }), `${name}.html`);
    else saveBlob(new Blob([signature], { type: 'application/json' }), `${name}.signature.json`);
  };
  return (
    <div
      className={`alert ${broken ? 's-error' : 's-final'} thin`}
      role="status"
      data-testid="signature-banner"
    >
      <Icon name={broken ? 'state-error' : 'state-final'} size={20} />
      <div>
        <p className="t">
          {broken
            ? t('review.signature.broken', { seq: broken.seq, name: signerName(broken, t) })
            : [...signatures]
                .reverse()
                .map((signature) =>
                  t(`review.signature.banner.${signature.intent}`, {
                    name: signerName(signature, t),
                    date: shortDay(signature.signed_at),
                    time: clockTime(signature.signed_at),
                  }),
                )
                .join(' ')}
        </p>
        <p className="d">{t(broken ? 'review.signature.brokenText' : 'review.signature.holdsText')}</p>
        {isNoted && !broken ? (
          <p className="d">{t('review.signature.notedSince', { seq: newest.seq })}</p>
        ) : null}
        <BannerRequests />
      </div>
      <div className="acts">
        <Button kind="quiet" onPress={() => showPanel('signatures')}>
          {t('review.signature.details')}
        </Button>
        <Button icon="upload" onPress={() => openDialog('hand_over')}>
          {t('review.signature.handOver')}
        </Button>
        <Button icon="download" onPress={() => save('report')}>
          {t('review.signature.saveReport')}
        </Button>
        <Button icon="download" onPress={() => save('signature')}>
          {t('review.signature.saveFile')}
        </Button>
      </div>
    </div>
  );
}

function OtherSigned({ seq }: { readonly seq: number }) {
  const { t } = useTranslation();
  return (
    <div className="alert s-draft thin" role="status" data-testid="signature-banner">
      <Icon name="state-warn" size={20} />
      <div>
        <p className="t">{t('review.signature.other', { seq })}</p>
        <p className="d">{t('review.signature.otherText', { seq })}</p>
      </div>
      <div className="acts">
        <Button kind="quiet" onPress={() => showPanel('signatures')}>
          {t('review.signature.details')}
        </Button>
      </div>
    </div>
  );
}

function BannerRequests() {
  const { t } = useTranslation();
  const me = useSession((state) => state.session?.principal.principal_id);
  return usePendingCosignRequests().map((request) => {
    const { asked, asked_by, seq, asked_at } = request;
    const time = changedAt(asked_at);
    const isMine = asked.principal_id === me;
    return (
      <div key={request.request_id} className="d asked">
        <span>
          {isMine
            ? t('review.cosign.youAreAsked', { name: asked_by.display_name, seq, time })
            : t('review.cosign.bannerAsked', { name: asked.display_name, seq, time })}
        </span>
        {isMine && request.state === 'awaited' ? <CoSign /> : null}
        <RequestState request={request} />
      </div>
    );
  });
}

/** Offers to co-sign to a person who was asked. */
function CoSign() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const version = useEditingState((state) => state.base_version_id);
  const { busy, error, act } = useAsyncAction();
  if (version === null) return null;
  return (
    <>
      <OnlineOnlyButton
        icon="signature"
        size="s"
        unavailable={busy}
        onPress={() => act(() => signVersion(work, version, 'co_signed'))}
      >
        {t('review.signature.coSign')}
      </OnlineOnlyButton>
      {error === undefined ? null : <ErrorNotice error={error} title={t('review.signature.notSigned')} />}
    </>
  );
}
