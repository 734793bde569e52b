import { useTranslation } from 'react-i18next';
import { isSigned, reportFacts } from '#records/report-status.ts';
import { sealedState } from '#renderer/components/records/record-state.ts';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { baseSeq, versionOf } from '#renderer/editor/work/work-state.ts';
import { clockTime, shortDay } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session-store.ts';

export interface PrintFacts {
  readonly html: string;
  /** Printed across every page; undefined for what is signed. */
  readonly watermark: string | undefined;
  readonly statusWord: string;
  readonly statusLine: string;
  /** The middle of the footer. */
  readonly footNote: string;
  readonly seq: number;
  readonly isDraft: boolean;
  readonly isSigned: boolean;
  readonly sealedDate: string;
  readonly sealedTime: string;
  readonly version_id: string;
  /** Sixteen characters of the sealed envelope's SHA-256, in fours. */
  readonly seal: string;
  readonly preparedBy: string;
  readonly signedBy: string | null;
  readonly signedAt: string | null;
  /** A line for each personal signature of the version. */
  readonly proofs: readonly string[];
}

/** What a print says about the text it shows: the unsealed text as a draft, a version as what it is. */
export function usePrintFacts(): PrintFacts {
  const { t } = useTranslation();
  const { text } = useWork();
  const state = useWorkState((whole) => whole);
  const me = useSession((session) => session.session?.principal.display_name ?? '');
  const version = versionOf(state, state.base_version_id);
  const { status, pending, signed_by, signed_at } = reportFacts(state.meta.custom_attributes);
  const isDraft = state.changed || version === undefined;
  const signed = !isDraft && pending === null && isSigned(status);
  const seq = baseSeq(state);
  const word = isDraft ? t('states.draft') : t(`states.${sealedState(status ?? 'preliminary')}`);
  return {
    html: text.html(),
    watermark: isDraft ? t('review.print.draftMark') : signed ? undefined : t('review.print.preliminaryMark'),
    statusWord: word,
    statusLine: isDraft ? t('review.print.draftOf', { seq }) : t('review.print.version', { seq }),
    footNote: isDraft ? t('review.print.unsealed') : signed ? word : t('review.print.notSigned'),
    seq,
    isDraft,
    isSigned: signed,
    sealedDate: version ? shortDay(version.created_at) : '',
    sealedTime: version ? clockTime(version.created_at) : '',
    version_id: version?.version_id ?? '',
    seal: (version?.sha256.slice(0, 16).match(/.{4}/g) ?? []).join(' '),
    preparedBy: isDraft ? me : (version?.created_by.display_name ?? me),
    signedBy: signed ? signed_by : null,
    signedAt: signed ? signed_at : null,
    proofs: state.signatures
      .filter(({ version_id }) => !isDraft && version_id === version.version_id)
      .map(({ intent, signed_by: by, signed_at: at, file }) =>
        t('review.signature.printed', {
          line: t(`review.signature.line.${intent}`, {
            name: by.display_name,
            time: `${shortDay(at)} ${clockTime(at)}`,
          }),
          key: (file.statement.key_fingerprint.slice(0, 16).match(/.{4}/g) ?? []).join(' '),
        }),
      ),
  };
}
