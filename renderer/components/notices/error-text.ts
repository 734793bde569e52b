/**
 * Translates an error into text: what happened, whether the text is safe, what to do. The text comes from the
 * error's code, not from the server's message, except for a rejected field, which it names.
 */
import type { TFunction } from 'i18next';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { countdown } from '#renderer/messages/numbers.ts';
import { ChangedWhileSigningError } from '#renderer/state/unsaved/changed-while-signing.ts';
import { SignedMeanwhileError } from '#renderer/state/unsaved/signed-meanwhile.ts';
import { isTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { APIConnectionError, APIConnectionTimeoutError, VaultApiError } from '#sdk/errors.ts';

export interface ErrorWords {
  readonly tone: 's-error' | 's-draft' | 's-locked' | 's-conflict';
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Trace id that the person can copy. */
  readonly trace_id?: string | undefined;
}

const TONES: Readonly<Record<string, Pick<ErrorWords, 'tone' | 'icon'>>> = {
  insufficient_credit: { tone: 's-draft', icon: 'state-warn' },
  group_key_unavailable: { tone: 's-locked', icon: 'state-locked' },
  permission_denied: { tone: 's-locked', icon: 'state-locked' },
  version_conflict: { tone: 's-conflict', icon: 'state-conflict' },
  draft_conflict: { tone: 's-conflict', icon: 'state-conflict' },
  version_pending: { tone: 's-draft', icon: 'clock' },
  document_deleted: { tone: 's-draft', icon: 'trash' },
  has_dependents: { tone: 's-draft', icon: 'state-warn' },
  name_taken: { tone: 's-draft', icon: 'state-warn' },
  rate_limited: { tone: 's-draft', icon: 'clock' },
  index_pending: { tone: 's-draft', icon: 'clock' },
};

const KNOWN = [
  'insufficient_credit',
  'group_key_unavailable',
  'permission_denied',
  'not_found',
  'version_conflict',
  'version_pending',
  'index_pending',
  'draft_conflict',
  'document_deleted',
  'document_not_deleted',
  'has_dependents',
  'replay',
  'upload_incomplete',
  'name_taken',
  'already_initialized',
  'not_initialized',
  'request_too_large',
  'credential_rejected',
  'crypto_error',
  'protocol_error',
] as const;

const CERTIFICATE_CODES = new Set(['client_certificate_required', 'client_certificate_cn_not_allowed']);
const DEFAULT_TONE = { tone: 's-error', icon: 'state-error' } as const;

export function errorText(error: unknown, t: TFunction): ErrorWords {
  if (error instanceof VaultApiError) return apiErrorWords(error, t);
  if (error instanceof APIConnectionTimeoutError) {
    return { tone: 's-draft', icon: 'clock', title: t('errors.timeout'), text: t('errors.timeoutText') };
  }
  if (error instanceof APIConnectionError) {
    return { ...DEFAULT_TONE, title: t('errors.unreachable'), text: t('errors.unreachableText') };
  }
  if (error instanceof ChangedWhileSigningError) {
    return {
      tone: 's-draft',
      icon: 'state-warn',
      title: t('errors.changed_while_signing'),
      text: t('errors.changed_while_signingText'),
    };
  }
  if (error instanceof SignedMeanwhileError) {
    return {
      tone: 's-conflict',
      icon: 'state-conflict',
      title: t(error.isWithdrawn ? 'errors.withdrawn_meanwhile' : 'errors.signed_meanwhile', {
        seq: error.seq,
      }),
      text: t(error.isWithdrawn ? 'errors.withdrawn_meanwhileText' : 'errors.signed_meanwhileText'),
    };
  }
  return { ...DEFAULT_TONE, title: t('errors.unknown'), text: t('errors.unknownText') };
}

function apiErrorWords(error: VaultApiError, t: TFunction): ErrorWords {
  const look = { ...(TONES[error.code] ?? DEFAULT_TONE), trace_id: error.trace_id };
  if (error.code === 'rate_limited') {
    const time = countdown(error.retry_after ?? 1);
    return { ...look, title: t('errors.rate_limited', { time }), text: t('errors.rate_limitedText') };
  }
  if (error.code === 'invalid_request') {
    return {
      ...look,
      title: t('errors.invalid_request'),
      text: `${error.message} ${t('errors.invalid_requestText')}`,
    };
  }
  if (error.code === 'permission_denied' && isTravellingCopy())
    return { ...look, icon: 'state-waiting', title: t('travel.refusal'), text: t('travel.refusalText') };
  if (CERTIFICATE_CODES.has(error.code)) {
    return { ...look, title: t('errors.client_certificate'), text: t('errors.client_certificateText') };
  }
  const code = KNOWN.find((known) => known === error.code);
  if (!code) return { ...look, title: t('errors.unknown'), text: t('errors.unknownText') };
  return { ...look, title: t(`errors.${code}`), text: t(`errors.${code}Text`) };
}
