import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { takeTheirs } from '#renderer/editor/work/seal-report.ts';
import { useWork, useWorkState } from '#renderer/editor/work/work-context.ts';
import { clockTime } from '#renderer/messages/dates.ts';
import { Banner } from './Banner.tsx';

/** Somebody sealed a newer version while this one stood open and untouched. It comes in when its reader says so. */
export function Elsewhere() {
  const { t } = useTranslation();
  const work = useWork();
  const version = useWorkState((state) => state.elsewhere);
  const base = useWorkState((state) => state.base_version_id);
  const acting = useWorkState((state) => state.acting);
  if (!version || version.version_id === base) return null;
  return (
    <Banner
      tone="s-sealed"
      icon="state-sealed"
      role="status"
      title={t('editor.elsewhere.title', {
        seq: version.seq,
        name: version.created_by.display_name,
        time: clockTime(version.created_at),
      })}
      text={t('editor.elsewhere.text')}
    >
      <Button unavailable={acting !== undefined} onPress={() => takeTheirs(work)}>
        {t('editor.elsewhere.takeIn')}
      </Button>
      <Button kind="quiet" onPress={() => work.set({ elsewhere: undefined })}>
        {t('editor.elsewhere.later')}
      </Button>
    </Banner>
  );
}
