/**
 * Viewer for the exam's pictures beside the report. Loaded on demand, so that other screens do not pay for
 * it. Its surround is dark in every theme.
 */
import '#renderer/styles/editor/pictures.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import type { Stack } from '#renderer/pictures/series-stack.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useAppearance } from '#renderer/state/appearance-store.ts';
import { PictureBar } from './PictureBar.tsx';
import { resetPictures, scrollBy, scrollTo, stackOfViewport, usePictures } from './pictures-store.ts';
import { SeriesStrip } from './SeriesStrip.tsx';
import { ToolRail } from './ToolRail.tsx';
import { usePictureSeries } from './use-picture-series.ts';
import { Viewport } from './viewport/Viewport.tsx';

/** Default frame rate if the file states none. */
const FRAMES_PER_SECOND = 10;

/** Shortest frame time, the refresh interval of a screen. */
const SHORTEST_MS = 16;

/** Returns the display time of the picture at this index: its own if frames differ, else that of its loop. */
function millisecondsUntil({ pictures }: Stack, at: number): number {
  const next = pictures[at] ?? pictures[0];
  const own = next?.header.frame_times?.[next.n - 1];
  const ms = (own || next?.header.frame_time) ?? 1000 / FRAMES_PER_SECOND;
  return Math.max(ms, SHORTEST_MS);
}

/** Plays cine through the stack of the active viewport and repeats. */
function useCine(): void {
  const playing = usePictures((state) => state.playing);
  const active = usePictures((state) => state.active);
  const stack = usePictures((state) => stackOfViewport(state, active));
  useEffect(() => {
    if (!playing || !stack) return undefined;
    const at = () => usePictures.getState().tiles[active]?.at ?? 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showNext = () => {
      if (at() >= stack.pictures.length - 1) scrollTo(active, 0);
      else scrollBy(active, 1);
      wait();
    };
    const wait = () => {
      timer = setTimeout(showNext, millisecondsUntil(stack, at() + 1));
    };
    wait();
    return () => clearTimeout(timer);
  }, [playing, active, stack]);
}

export function PicturesView({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const sources = usePictureSeries();
  const count = usePictures((state) => state.count);
  const bright = usePictures((state) => state.bright);
  const hasStacks = usePictures((state) => state.stacks.length > 0);
  const isDim = useAppearance((state) => state.theme === 'dim');
  useCine();
  useEffect(() => resetPictures, []);
  const view = useRef<HTMLElement>(null);
  // Focus the viewer when it opens, so that its keys work.
  useEffect(() => {
    if (hasStacks) view.current?.querySelector<HTMLElement>('[data-tile="0"]')?.focus();
  }, [hasStacks]);
  const exams = [sources.exam, ...(sources.prior ? [sources.prior] : [])];
  return (
    <section
      ref={view}
      className={`vw${bright ? ' bright' : ''}`}
      data-theme={isDim ? 'dim' : 'dark'}
      data-pane
      aria-label={t('pictures.label')}
    >
      <PictureBar />
      <ToolRail />
      <div className={`tiles t${count}`}>
        {sources.phase === 'failed' ? <ErrorNotice error={sources.error} /> : null}
        {sources.phase === 'read' && !hasStacks ? (
          <p className="vt-none" role="status">
            <b>{t('pictures.none')}</b>
            <span>{t('pictures.noneText')}</span>
          </p>
        ) : null}
        {hasStacks
          ? Array.from({ length: count }, (_, tile) => tile).map((tile) => (
              <Viewport key={tile} tile={tile} exams={exams} patient={patient} />
            ))
          : null}
      </div>
      <SeriesStrip sources={sources} />
    </section>
  );
}
