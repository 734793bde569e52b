/** Somebody sealed a version meanwhile: who, when, what is safe, and the three ways on. Stays until it is solved. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { sealOnTop, takeTheirs } from '#renderer/editor/work/seal-report.ts';
import { currentSigner, useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { baseSeq } from '#renderer/editor/work/work-state.ts';
import { clockTime } from '#renderer/messages/dates.ts';
import { Banner } from '#renderer/screens/editor/saving/Banner.tsx';
import { showPanel, showView, useView } from '#renderer/screens/editor/view-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';

export function ConflictBanner() {
  const { t } = useTranslation();
  const work = useWork();
  const state = useWorkState((whole) => whole);
  const isComparing = useView((view) => view.view.kind === 'compare');
  const { conflict, acting } = state;
  if (!conflict) return null;
  const { theirs } = conflict;
  const openTheirs = async () => {
    if (!(await takeTheirs(work))) return;
    showView({ kind: 'write' });
    showToast({
      icon: 'restore',
      text: t('review.conflict.tookTheirs', { seq: theirs.seq }),
      action: { label: t('review.conflict.showRecovered'), run: () => showPanel('recovered') },
    });
  };
  const sealMine = async () => {
    if (await sealOnTop(work, currentSigner())) showView({ kind: 'write' });
  };
  return (
    <Banner
      tone="s-conflict"
      icon="state-conflict"
      role="alert"
      title={t('review.conflict.title', {
        latest: theirs.seq,
        name: theirs.created_by.display_name,
        time: clockTime(theirs.created_at),
        base: baseSeq(state),
      })}
      text={t('review.conflict.text')}
    >
      <Button
        icon="compare"
        pressed={isComparing}
        onPress={() => showView({ kind: isComparing ? 'write' : 'compare' })}
      >
        {t('review.conflict.compare')}
      </Button>
      <Button unavailable={acting !== undefined} onPress={sealMine}>
        {t('review.conflict.onTop')}
      </Button>
      <Button unavailable={acting !== undefined} onPress={openTheirs}>
        {t('review.conflict.useTheirs')}
      </Button>
    </Banner>
  );
}
