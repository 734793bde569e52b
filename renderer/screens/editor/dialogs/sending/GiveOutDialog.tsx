/**
 * The one place from which a report leaves the vault: to whom, then the form that they can read, what of it is in clear,
 * and the act. Forms with questions of their own open their dialog. Source: visual design 14, "Give out".
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseReceivers } from '#contract/exchange/receivers.ts';
import { isSample } from '#records/sample/sample-mark.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { runCommand } from '#renderer/commands/command-registry.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { isSearchingWay, WayChoice } from '#renderer/components/dialogs/WayChoice.tsx';
import { WayFacts } from '#renderer/components/dialogs/WayFacts.tsx';
import { WaysDialog } from '#renderer/components/dialogs/WaysDialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { signerName } from '#renderer/screens/editor/sign/signer-name.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { givenVersion, printedVersion } from './given-version.ts';
import { saveFhir, savePdf, saveSignedFiles } from './save-copies.ts';
import {
  keepRecipient,
  lastRecipient,
  REFUSED_OF_SAMPLE,
  recipientOf,
  recipientsFor,
  WAYS_OUT,
  type WayOut,
} from './ways-out.ts';

export function GiveOutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const { modality, custom_attributes } = useEditingState((state) => state.meta);
  const state = useEditingState((known) => known);
  const base = useEditingState(baseSeq);
  const isChanged = useEditingState((state) => state.changed);
  const hasSignedFiles = givenVersion(state).signature !== undefined;
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const dicom = useLoaded(async () => {
    if (groupId === undefined) return false;
    const { items, waiting } = await vault().drive(groupId).series(work.documents.id);
    return items.length + waiting > 0;
  });
  const settings = useLoaded(async () => vault().settings.get());
  const receivers = parseReceivers(settings.data?.hl7_receivers ?? null) ?? [];
  const isUsable = (of: WayOut) => {
    if (of === 'send') return receivers.length > 0;
    if (of === 'dicom') return dicom.data === true;
    return of === 'signed_files' ? hasSignedFiles : true;
  };
  // The answers may change what is listed, and with it what is chosen.
  const isLoading = [dicom, settings].some(({ data, error }) => data === undefined && error === undefined);
  const recipients = recipientsFor(isUsable);
  const [to, setTo] = useState(() => lastRecipient(modality));
  const [wanted, setWanted] = useState<WayOut>();
  const [search, setSearch] = useState('');
  const listed = recipients.find(({ id }) => id === to);
  const recipient = listed ?? recipients[0];
  const way = wanted ?? recipient?.ways[0] ?? 'letter';
  const isRefused = isSample(custom_attributes) && REFUSED_OF_SAMPLE.has(way);
  const { seq, signature } = way === 'letter' ? printedVersion(state) : givenVersion(state);
  // Print shows the text on screen, which is not sealed yet.
  const isPrintedDraft = way === 'letter' && isChanged;
  const { busy, error, act } = useAsyncAction();
  if (recipient === undefined) return null;

  const leave = (then: () => void) => {
    keepRecipient(modality, recipient.id);
    onClose();
    then();
  };
  const save = (saving: Promise<string | undefined>) =>
    act(async () => {
      const name = await saving;
      if (name === undefined) return;
      leave(() => showToast({ icon: 'check', text: t('giveOut.saved', { name }) }));
    });
  const run = () => {
    switch (way) {
      case 'pdf':
        return void save(savePdf(work));
      case 'fhir':
        return void save(saveFhir(work));
      case 'signed_files':
        return void save(saveSignedFiles(work));
      case 'deidentify':
        return leave(() => runCommand('deidentify'));
      case 'dicom':
        return leave(() => runCommand('saveDicom'));
      case 'letter':
        return leave(() => runCommand('print'));
      default:
        return leave(() => openDialog(way));
    }
  };
  const captionOf = (of: WayOut) =>
    of === 'send' && receivers[0]
      ? t('giveOut.sendTo', { name: receivers[0].name })
      : t(`giveOut.${of}.name`);
  return (
    <WaysDialog
      title={t('giveOut.title')}
      onClose={onClose}
      act={t(`giveOut.${way}.act`)}
      unavailable={busy || isRefused || !isUsable(way)}
      refusal={refusal()}
      onAct={run}
      note={t('review.handOver.audited')}
    >
      <WayChoice
        label={t('giveOut.toWhom')}
        // A way whose recipient is not listed is shown beside, and nobody is chosen.
        value={listed === undefined && wanted !== undefined ? '' : recipient.id}
        rows={recipients.map(({ id, icon, ways }) => ({
          id,
          icon,
          name: t(`giveOut.to.${id}`),
          caption: ways[0] === undefined ? '' : captionOf(ways[0]),
        }))}
        onChoose={(id) => {
          setTo(recipients.find((row) => row.id === id)?.id ?? to);
          setWanted(undefined);
        }}
        search={{
          label: t('giveOut.search'),
          text: search,
          onType: setSearch,
          ways: WAYS_OUT.map((id) => ({
            id,
            name: t(`giveOut.${id}.name`),
            also: t(`giveOut.${id}.also`),
            caption: reasonOf(id),
          })),
          none: (text) => t('giveOut.none', { text }),
          onFind: (id) => {
            const found = WAYS_OUT.find((known) => known === id);
            if (found === undefined) return;
            setTo(recipientOf(found));
            setWanted(found);
          },
        }}
      />
      <section className="way-form" aria-live="polite">
        <h3>{t(`giveOut.${way}.name`)}</h3>
        <p className="mid">{t(`giveOut.${way}.lead`)}</p>
        {isPrintedDraft ? (
          <p className="note s-draft">{t('giveOut.draftPrinted', { seq: base })}</p>
        ) : (
          <>
            <p className="note">{whichVersion()}</p>
            {signature === undefined ? <p className="note">{t('giveOut.notSigned')}</p> : null}
            {isChanged ? <p className="note s-draft">{t('review.handOver.draftStays')}</p> : null}
          </>
        )}
        {isRefused ? <p role="status">{t('giveOut.sample')}</p> : null}
        {way === 'send' && !isUsable(way) ? (
          <p>
            {t('giveOut.noSystem')}{' '}
            <Link className="link" to={['settings', 'outbox']}>
              {t('giveOut.connect')}
            </Link>
          </p>
        ) : null}
        {way === 'dicom' && !isUsable(way) && !isLoading ? <p>{t('giveOut.noDicom')}</p> : null}
        {way === 'signed_files' && !hasSignedFiles ? <p>{t('giveOut.signFirst')}</p> : null}
        {error === undefined ? null : <ErrorNotice error={error} />}
        {recipient.ways.some((other) => other !== way) ? (
          <p className="way-other">
            {t('giveOut.other')}
            {recipient.ways
              .filter((other) => other !== way)
              .map((other) => (
                <button key={other} type="button" className="link" onClick={() => setWanted(other)}>
                  {t(`giveOut.${other}.name`)}
                </button>
              ))}
          </p>
        ) : null}
      </section>
      <WayFacts
        label={t('giveOut.facts')}
        facts={[
          ['state-sealed', t('giveOut.sealed'), t(`giveOut.${way}.sealed`)],
          ['eye', t('giveOut.clear'), t(`giveOut.${way}.clear`)],
          ['key', t('giveOut.needs'), t(`giveOut.${way}.needs`)],
        ]}
      />
    </WaysDialog>
  );

  function refusal(): string | undefined {
    if (isSearchingWay(search)) return t('common.chooseFromList');
    return isLoading ? t('common.working') : undefined;
  }

  function whichVersion(): string {
    if (signature === undefined) return t('giveOut.version', { seq });
    const signed = { name: signerName(signature, t), time: changedAt(signature.signed_at) };
    return t('giveOut.signedVersion', { seq, ...signed });
  }

  function reasonOf(id: WayOut): string | undefined {
    if (isUsable(id)) return undefined;
    if (id === 'dicom') return isLoading ? undefined : t('giveOut.noDicomYet');
    return t(id === 'send' ? 'giveOut.notConnected' : 'giveOut.notSignedYet');
  }
}
