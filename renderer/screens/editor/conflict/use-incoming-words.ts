/** Says what the version that was sealed meanwhile is: signed or sealed, as what, by whom and when. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportFacts, reportState } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import {
  type EditingState,
  theirFacts,
  theirVersion,
} from '#renderer/editor/editing-session/editing-state.ts';
import { changedAt, clockTime, dayKey, localDayKey } from '#renderer/messages/dates.ts';
import { signerName } from '#renderer/screens/editor/sign/signer-name.ts';

/** What this text may become beside the incoming version. */
export type WayOnTop = 'asIs' | 'beneath' | 'refused' | 'withdrawn';

/** React hook: a sentence without its full stop; empty without such a version. */
export function useIncomingWords(): string {
  const { t } = useTranslation();
  return incomingWords(
    useEditingState((state) => state),
    t,
  );
}

function incomingWords(state: EditingState, t: TFunction): string {
  const version = theirVersion(state);
  if (version === undefined) return '';
  const { version_id, seq, created_at } = version;
  const status = theirFacts(state)?.status ?? null;
  const facts = { seq, name: version.created_by.display_name, when: whenWords(created_at, t) };
  const reported = reportState(status);
  if (reported === 'enteredInError') return t('review.incoming.withdrawn', facts);
  if (!isSigned(status)) return t('review.incoming.sealed', facts);
  const signature = state.signatures.find(
    (each) => each.intent !== 'co_signed' && isOfVersion(each, version_id),
  );
  const named = { ...facts, state: t(`states.${reported}`) };
  if (signature === undefined) return t('review.incoming.sealedAs', named);
  const when = whenWords(signature.signed_at, t);
  return t('review.incoming.signed', { ...named, name: signerName(signature, t), when });
}

/** `at 14:03` today, else `on 11 May 17:55`. */
export function whenWords(instant: string, t: TFunction): string {
  const isToday = dayKey(instant) === localDayKey(new Date());
  return isToday
    ? t('review.incoming.at', { time: clockTime(instant) })
    : t('review.incoming.on', { time: changedAt(instant) });
}

/** The state of the newest version in brackets where it is signed or withdrawn; empty otherwise. */
export function incomingState(state: EditingState, t: TFunction): string {
  const status = theirFacts(state)?.status ?? null;
  return isSigned(status) || isEnteredInError(status) ? ` (${t(`states.${reportState(status)}`)})` : '';
}

/** The way for this text, as far as that version could be read; sealing itself decides. */
export function wayOnTop(state: EditingState): WayOnTop {
  const status = theirFacts(state)?.status ?? null;
  if (isEnteredInError(status)) return 'withdrawn';
  if (!isSigned(status)) return 'asIs';
  return reportFacts(state.meta.custom_attributes).pending?.kind === 'addendum' ? 'beneath' : 'refused';
}
