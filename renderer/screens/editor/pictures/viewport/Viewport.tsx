/** One viewport: a stack, its picture and its patient. It shows every fact needed to read it safely alone. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shadingOf } from '#dicom/picture/voi-lut.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { seriesName } from '#renderer/pictures/series-stack.ts';
import { pixelOf, type ViewportSize, viewportTransform } from '#renderer/pictures/viewport-transform.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useAnnotations } from '#renderer/screens/editor/pictures/annotation-actions.ts';
import {
  changeViewport,
  stackOfViewport,
  usePictures,
} from '#renderer/screens/editor/pictures/pictures-store.ts';
import { TileNotice } from '#renderer/screens/editor/pictures/TileNotice.tsx';
import { useIsPatientKnown, usePictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import type { ViewportExam } from '#renderer/screens/editor/pictures/use-picture-series.ts';
import { AnnotationLayer } from './annotations/AnnotationLayer.tsx';
import { OwnerQuestion } from './OwnerQuestion.tsx';
import { useFrame } from './use-frame.ts';
import { useInsertMeasurement } from './use-insert-measurement.ts';
import { useKeyImage } from './use-key-image.ts';
import { useViewportKeys } from './use-viewport-keys.ts';
import { useViewportPointer } from './use-viewport-pointer.ts';
import { useViewportTitle } from './use-viewport-title.ts';
import { ViewportCanvas } from './ViewportCanvas.tsx';
import { ViewportOverlay } from './ViewportOverlay.tsx';

interface TileProps {
  readonly tile: number;
  readonly exams: readonly ViewportExam[];
  readonly patient: ReportPatient | undefined;
}

export function Viewport({ tile, exams, patient }: TileProps) {
  const { t } = useTranslation();
  const stack = usePictures((state) => stackOfViewport(state, tile));
  const state = usePictures((whole) => whole.tiles[tile]);
  const isActive = usePictures((whole) => whole.active === tile);
  const isLinked = usePictures((whole) => whole.linked && whole.count > 1);
  const draft = usePictures((whole) => (whole.draft?.tile === tile ? whole.draft : undefined));
  const exam = exams.find(({ exam_id }) => exam_id === stack?.exam_id);
  const head = useViewportTitle(exam, exams);
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const at = state?.at ?? 0;
  const picture = stack?.pictures[at];
  const ownerOf = usePictureOwner(patient);
  const examDate = exam?.exam_date ?? null;
  const owner = picture ? ownerOf(picture.header, examDate) : undefined;
  const isKnown = useIsPatientKnown(patient);
  const refused = owner?.isAsked === true && state?.gap !== true;
  const isShown = stack !== undefined && isKnown && !refused && state?.gap !== true;
  const shown = useFrame(isShown ? stack : undefined, at);
  const { frame } = shown;
  const { viewing, isBare = false } = state ?? {};
  const placing = useMemo(
    () =>
      frame && viewing ? viewportTransform(frame, pixelOf(frame, picture?.header), room, viewing) : undefined,
    [frame, picture, room, viewing],
  );
  const shading =
    frame && state ? { ...shadingOf(frame, state.window), inverted: state.inverted } : undefined;
  const unit = frame?.unit;
  useEffect(() => {
    if (unit !== undefined) changeViewport(tile, { unit });
  }, [tile, unit]);
  const now = { tile, room, shading, picture, size: frame, unit };
  const pointer = useViewportPointer(now, placing, box);
  const marks = useAnnotations(picture);
  const selected = usePictures((whole) => marks.find(({ mark_id }) => mark_id === whole.selected));
  const intoField = useInsertMeasurement(selected, picture, frame);
  const isPrior = exam?.isPrior ?? false;
  const keyImage = useKeyImage({ stack, at, frame, shading, isBare, isPrior });
  const onKeyDown = useViewportKeys(now, stack, { M: intoField.run, K: keyImage.run });
  const series = stack ? t('pictures.seriesOf', { name: seriesName(stack.series) }) : '';
  const name = stack
    ? t('pictures.imageName', { head, series, at: at + 1, all: stack.pictures.length })
    : t('pictures.emptyTile');
  const focus = () => usePictures.setState({ active: tile });
  return (
    <section className={`vt${isActive ? ' is-on' : ''}`} aria-label={head}>
      <header className={isPrior ? 'old' : ''}>
        {isPrior ? <Icon name="prior" /> : null}
        <b>{head}</b>
        <span>{series}</span>
        {keyImage.run ? (
          <button
            type="button"
            className="tool"
            aria-keyshortcuts="K"
            onMouseDown={preventFocusChange}
            onClick={keyImage.run}
          >
            <Icon name="key-image" />
            {t('pictures.keyImage.act')}
            <kbd aria-hidden="true">K</kbd>
          </button>
        ) : null}
        {isLinked && stack ? (
          <span className="state">
            <Icon name="link" />
            {t('pictures.linkedTile')}
          </span>
        ) : null}
      </header>
      <div
        className="vt-pic"
        ref={box}
        role="application"
        aria-label={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the tools act while it has the focus
        tabIndex={0}
        data-pane-start={isActive || undefined}
        data-tile={tile}
        onFocus={focus}
        onKeyDown={onKeyDown}
        {...pointer}
      >
        <ViewportCanvas
          frame={frame}
          shading={shading}
          isBare={isBare}
          placing={placing}
          room={room}
          turns={viewing?.turns ?? 0}
          name={name}
          pictureId={picture ? `${picture.node_id}/${picture.n}` : ''}
        />
        {frame && picture && placing ? (
          <AnnotationLayer
            marks={marks}
            draft={draft}
            picture={picture}
            frame={frame}
            placing={placing}
            keyImage={keyImage}
          />
        ) : null}
        {stack && picture && owner && isKnown && !refused ? (
          <ViewportOverlay
            patient={patient}
            owner={owner}
            exam={exam}
            header={picture.header}
            at={at}
            all={stack.pictures.length}
            window={frame?.samples_per_pixel === 1 ? shading : undefined}
            frame={frame}
            isBare={isBare}
            turns={viewing?.turns ?? 0}
            placing={placing}
          />
        ) : null}
        {stack ? null : <p className="vt-say">{t('pictures.emptyTile')}</p>}
        {state?.gap ? <p className="vt-say">{t('pictures.gap')}</p> : null}
        {owner && refused && isKnown ? (
          <OwnerQuestion
            owner={owner}
            patient={patient}
            examDate={examDate}
            onAnswer={() => box.current?.focus()}
          />
        ) : null}
        {isShown && stack && picture ? <TileNotice shown={shown} stack={stack} picture={picture} /> : null}
      </div>
    </section>
  );
}

/** React hook for the viewport's size in CSS pixels. */
function useRoom(box: React.RefObject<HTMLElement | null>): ViewportSize {
  const [room, setRoom] = useState<ViewportSize>({ width: 1, height: 1 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return room;
}
