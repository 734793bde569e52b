/**
 * Banner about a version that another person sealed meanwhile: who, when, what is safe, and three choices. It
 * stays until the conflict is resolved.
 */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { baseSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { placeOnTop } from '#renderer/editor/editing-session/merging/place-on-top.ts';
import { openTheirVersion } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { Banner } from '#renderer/screens/editor/save-status/Banner.tsx';
import { tellGivenUp } from '#renderer/screens/editor/show-recovered-notice.ts';
import { useSeal } from '#renderer/screens/editor/sign/use-seal.ts';
import { showGate, showView, useView } from '#renderer/screens/editor/view-store.ts';
import { syncedBack, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { useIncomingWords, wayOnTop } from './use-incoming-words.ts';
import { useSideWords, useSyncConflict } from './use-sync-conflict.ts';

export function ConflictBanner({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const state = useEditingState((whole) => whole);
  const isComparing = useView((view) => view.view.kind === 'compare');
  const clinic = useSyncConflict();
  const sides = useSideWords();
  const seal = useSeal(patient);
  const others = useTravellingCopy((copy) => syncedBack(copy)?.done ?? 0);
  const what = useIncomingWords();
  const { conflict, acting } = state;
  // Which of two own drafts is the text comes first; that banner names the version too.
  if (!conflict || state.otherDraft) return null;
  const { theirs } = conflict;
  const way = wayOnTop(state);
  const clinicText = () =>
    [
      t('travel.met.text', { base: baseSeq(state), next: theirs.seq + 1 }),
      way === 'asIs' ? '' : `${what}. ${t(`review.conflict.ways.${way}`)}`,
      others === 0 ? '' : t('travel.met.others', { count: others, number: count(others) }),
    ]
      .filter(Boolean)
      .join(' ');
  const clinicTitle = () =>
    clinic &&
    t('travel.met.title', {
      latest: theirs.seq,
      name: theirs.created_by.display_name,
      time: changedAt(theirs.created_at),
      own: changedAt(clinic.changed_at),
    });
  const saved = state.saving.kind === 'failed' ? 'notSaved' : 'goOn';
  const text = [t(`review.conflict.${saved}`), t(`review.conflict.ways.${way}`)].join(' ');
  const openTheirs = async () => {
    if (!(await openTheirVersion(work))) return;
    showView({ kind: 'write' });
    tellGivenUp(work, t);
  };
  const sealMine = async () => {
    if (way === 'refused' || way === 'withdrawn') return;
    const place = await placeOnTop(work, theirs.version_id);
    // What was signed meanwhile stands above the addendum now, and is to be read before signing.
    if (place === 'beneath') showGate();
    if (place === 'asIs' && (await seal(theirs.version_id))) showView({ kind: 'write' });
  };
  return (
    <Banner
      tone="s-conflict"
      icon="state-conflict"
      role="alert"
      title={clinicTitle() ?? t('review.conflict.title', { what, base: baseSeq(state) })}
      text={clinic ? clinicText() : text}
      textId="conflict-words"
    >
      <Button
        icon="compare"
        pressed={isComparing}
        onPress={() => showView({ kind: isComparing ? 'write' : 'compare' })}
      >
        {t('review.conflict.compare')}
      </Button>
      <Button
        unavailable={acting !== undefined || way === 'refused' || way === 'withdrawn'}
        describedBy="conflict-words"
        onPress={sealMine}
      >
        {t('review.conflict.onTop')}
      </Button>
      <Button unavailable={acting !== undefined} onPress={openTheirs}>
        {sides('useTheirs')}
      </Button>
    </Banner>
  );
}
