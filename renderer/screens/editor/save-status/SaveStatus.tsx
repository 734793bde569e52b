/** Save status of the report: one line of constant height that says what is saved and sealed. */

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { reportFacts, reportState } from '#records/reports/report-status.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { STATE_LOOKS } from '#renderer/components/records/record-state.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq, type EditingState } from '#renderer/editor/editing-session/editing-state.ts';
import { signedStanding } from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { usePasteNotice } from '#renderer/editor/text/paste-notice.ts';
import { changedInList, clockTime } from '#renderer/messages/dates.ts';
import { openDialog } from '#renderer/screens/editor/view-store.ts';
import { textOfState } from '#report/plain-text.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { PresenceLine } from './PresenceLine.tsx';
import { RestoreAct } from './RestoreAct.tsx';

interface Words {
  readonly icon: IconName;
  readonly tone: string;
  readonly text: string;
  readonly turning?: boolean;
}

export function SaveStatus() {
  const { t } = useTranslation();
  const state = useEditingState((whole) => whole);
  const pasteRefused = usePasteNotice((notice) => notice.refused);
  const { documents } = useEditingSession();
  const words = stateWords(state, documents.resource === 'exams', t);
  const failed = state.saving.kind === 'failed';
  return (
    <>
      <div className={`saveline${failed ? ' bad' : ''}`}>
        {/* Two live regions, because a changed role alone is not announced. */}
        <span key={failed ? 'failed' : 'state'} role={failed ? 'alert' : 'status'} className="save">
          <span className={`state ${words.tone}`}>
            <Icon name={words.icon} className={words.turning ? 'turning' : ''} />
            {words.text}
          </span>
          <SavedPart state={state} />
        </span>
        <PresenceLine />
        {failed ? (
          <FailedActs />
        ) : state.readOnly === 'trashed' ? (
          <RestoreAct />
        ) : (
          <ReasonAct state={state} />
        )}
      </div>
      <p role="status" className={pasteRefused ? 'refused' : 'vh'}>
        {pasteRefused ? (
          <span className="state s-error">
            <Icon name="state-error" />
            {t(pasteRefused === 'too_large' ? 'editor.save.pasteRefused' : 'editor.save.pasteTooWide')}
          </span>
        ) : null}
      </p>
    </>
  );
}

function SavedPart({ state }: { readonly state: EditingState }) {
  const { t } = useTranslation();
  const { saving } = state;
  if (!state.changed || state.readOnly || saving.kind === 'idle' || saving.kind === 'failed') return null;
  if (saving.kind !== 'saved')
    return (
      <>
        <span className="sep" />
        {t(saving.isSlow ? 'editor.save.slow' : 'editor.save.saving')}
      </>
    );
  const time = changedInList(saving.at);
  return (
    <>
      <span className="sep" />
      <span data-few={t('editor.save.savedInFew', { time })}>{t('editor.save.saved', { time })}</span>
    </>
  );
}

/** Button to seal with a reason; the seal key asks for none. */
function ReasonAct({ state }: { readonly state: EditingState }) {
  const { t } = useTranslation();
  const { pending } = reportFacts(state.meta.custom_attributes);
  if (!state.changed || state.readOnly || state.acting || state.conflict || pending) return null;
  return (
    <span className="acts reason-act">
      <button type="button" className="link" onClick={() => openDialog('seal_reason')}>
        {t('editor.sealReason.title')}
      </button>
    </span>
  );
}

function FailedActs() {
  const { t } = useTranslation();
  const work = useEditingSession();
  const isDisplaced = useEditingState((state) => state.otherDraft !== undefined);
  return (
    <span className="acts">
      {isDisplaced ? null : (
        <Button
          size="s"
          onPress={() => {
            work.clock.markDirty();
            work.clock.flush().catch(() => undefined);
          }}
        >
          {t('editor.save.retry')}
        </Button>
      )}
      <Button size="s" onPress={() => navigator.clipboard.writeText(textOfState(work.text.state()))}>
        {t('editor.save.copyText')}
      </Button>
      <Button size="s" onPress={() => saveElsewhere(textOfState(work.text.state()))}>
        {t('editor.save.saveElsewhere')}
      </Button>
    </span>
  );
}

/** Saves the text unencrypted to a file the person chooses, for when the vault cannot save. */
function saveElsewhere(text: string): void {
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'report.txt');
}

const STANDING_WORDS = {
  broken: 'signatureBroken',
  other: 'otherWasSigned',
  not_read: 'signaturesNotRead',
} as const;
const STANDING_LOOKS = {
  signatureBroken: { icon: 'state-error', tone: 's-error' },
  otherWasSigned: { icon: 'state-warn', tone: 's-draft' },
  signaturesNotRead: { icon: 'state-warn', tone: 's-draft' },
} as const satisfies Record<string, Omit<Words, 'text'>>;

function stateWords(state: EditingState, isExam: boolean, t: TFunction): Words {
  const { meta, readOnly, saving, sealed, acting } = state;
  const seq = baseSeq(state);
  if (saving.kind === 'failed') {
    const text = t('editor.save.failed', { reason: failureReason(saving.error, t) });
    return { icon: 'state-error', tone: 's-error', text };
  }
  if (acting)
    return { icon: 'state-working', tone: 's-sealed', text: t('editor.save.sealing'), turning: true };
  const { pending, signed_by, status } = reportFacts(meta.custom_attributes);
  const reported = reportState(status);
  if (sealed) {
    const time = clockTime(sealed.at);
    const facts = { name: signed_by ?? '', time, seq: sealed.seq };
    return sealed.how === 'signed'
      ? {
          icon: STATE_LOOKS[reported].icon,
          tone: 's-final',
          text:
            reported === 'final'
              ? t('editor.save.signed', facts)
              : t('editor.save.signedAs', { ...facts, state: t(`states.${reported}`) }),
        }
      : { icon: 'state-sealed', tone: 's-sealed', text: t('editor.save.sealed', { seq: sealed.seq, time }) };
  }
  if (reported === 'enteredInError' && !state.changed && (!readOnly || readOnly === 'signed')) {
    const text = t('editor.save.withdrawnState', { state: t(`states.${reported}`), seq });
    return { ...STATE_LOOKS[reported], text };
  }
  if (readOnly === 'signed') {
    // The line and the banner above the text must agree.
    const standing = signedStanding(state);
    const key = standing === undefined || standing === 'holds' ? 'signedState' : STANDING_WORDS[standing];
    const text = t(`editor.save.${key}`, { state: t(`states.${reported}`), seq });
    return { ...(key === 'signedState' ? STATE_LOOKS.final : STANDING_LOOKS[key]), text };
  }
  if (readOnly === 'newer_feature') {
    return { icon: 'state-info', tone: 's-locked', text: t('editor.save.newerFeature') };
  }
  if (readOnly === 'trashed') return { icon: 'trash', tone: 's-locked', text: t('editor.save.trashed') };
  if (readOnly === 'role') return { icon: 'state-locked', tone: 's-locked', text: t('editor.save.role') };
  if (pending) {
    const text =
      pending.kind === 'addendum'
        ? t('editor.save.addendum')
        : t('editor.save.amending', { reason: pending.reason });
    return { icon: 'state-unsealed', tone: 's-draft', text };
  }
  if (!state.changed && reported === 'toReport' && isExam) {
    return { ...STATE_LOOKS.toReport, text: t('editor.save.toReportState', { seq }) };
  }
  if (!state.changed) {
    return { icon: 'state-sealed', tone: 's-sealed', text: t('editor.save.sealedState', { seq }) };
  }
  const text = seq > 0 ? t('editor.save.unsealedSince', { seq }) : t('editor.save.unsealedDraft');
  return { icon: 'state-unsealed', tone: 's-draft', text };
}

function failureReason(error: unknown, t: TFunction): string {
  if (error instanceof APIConnectionError) return t('editor.save.unreachable');
  if (error instanceof VaultApiError && error.code === 'protocol_error') return t('editor.save.diskFull');
  if (error instanceof VaultApiError && error.code === 'draft_conflict') return t('editor.save.otherWindow');
  return t('editor.save.unknown');
}
