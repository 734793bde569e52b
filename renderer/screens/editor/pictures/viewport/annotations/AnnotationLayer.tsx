/**
 * Draws annotations over a picture as lines, with a label of one decimal. The unfinished one follows the
 * pointer.
 */
import { useTranslation } from 'react-i18next';
import type { Measured } from '#dicom/picture/measure-annotation.ts';
import type { AnnotationKind, ImageAnnotation, Point } from '#records/studies/image-annotations.ts';
import { annotationPath } from '#renderer/pictures/annotation-path.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';
import type { ViewportTransform } from '#renderer/pictures/viewport-transform.ts';
import { usePictures } from '#renderer/screens/editor/pictures/pictures-store.ts';
import type { KeyImageAct } from '#renderer/screens/editor/pictures/viewport/use-key-image.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { AnnotationActions } from './AnnotationActions.tsx';
import { annotationLines, measuredOn } from './annotation-text.ts';

interface MarksLayerProps {
  readonly marks: readonly ImageAnnotation[];
  readonly draft: { readonly kind: AnnotationKind; readonly points: readonly Point[] } | undefined;
  readonly picture: Picture;
  readonly frame: DicomFrame;
  readonly placing: ViewportTransform;
  readonly keyImage: KeyImageAct;
}

export function AnnotationLayer({ marks, draft, picture, frame, placing, keyImage }: MarksLayerProps) {
  const selected = usePictures((state) => state.selected);
  const lines = marks.map(({ mark_id, kind, points, made_by }) => ({ id: mark_id, kind, points, made_by }));
  const all = draft ? [...lines, { id: 'draft', ...draft, made_by: '' }] : lines;
  return (
    <>
      <svg className="ov" aria-hidden="true">
        {all.map(({ id, kind, points }) => (
          <path
            key={id}
            className={id === selected || id === 'draft' ? 'on' : ''}
            d={annotationPath(kind, points.map(placing.toScreen))}
          />
        ))}
        {draft ? <Crosshair point={draft.points.at(-1)} placing={placing} /> : null}
      </svg>
      {all.map(({ id, kind, points, made_by }) => (
        <MarkLabel
          key={id}
          id={id}
          at={points.map(placing.toScreen)}
          measured={measuredOn(kind, points, picture, frame)}
          made_by={made_by}
          isSelected={id === selected || id === 'draft'}
        />
      ))}
      <AnnotationActions
        mark={marks.find(({ mark_id }) => mark_id === selected)}
        picture={picture}
        frame={frame}
        placing={placing}
        keyImage={keyImage}
      />
    </>
  );
}

interface MarkLabelProps {
  readonly id: string;
  readonly at: readonly Point[];
  readonly measured: Measured;
  readonly made_by: string;
  readonly isSelected: boolean;
}

function MarkLabel({ id, at, measured, made_by, isSelected }: MarkLabelProps) {
  const { t } = useTranslation();
  const right = at.reduce((best, point) => (point.x > best.x ? point : best), at[0] ?? { x: 0, y: 0 });
  const lines = annotationLines(measured, t);
  const style = {
    left: `clamp(0px, ${right.x + 8}px, calc(100% - 7rem))`,
    top: `clamp(0px, ${right.y - 9}px, calc(100% - 3rem))`,
  };
  if (id === 'draft') {
    return lines.length === 0 ? null : (
      <span className="mlab on" style={style}>
        {lines.join(' ')}
      </span>
    );
  }
  const title = made_by === '' ? undefined : t('pictures.marksBy', { name: made_by });
  return (
    <button
      type="button"
      className={`mlab${isSelected ? ' on' : ''}`}
      style={style}
      title={title}
      aria-pressed={isSelected}
      tabIndex={-1}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={() => usePictures.setState({ selected: isSelected ? undefined : id })}
    >
      {lines.length === 0
        ? t('pictures.measured.arrow')
        : lines.map((line) => <span key={line}>{line}</span>)}
    </button>
  );
}

function Crosshair({
  point,
  placing,
}: {
  readonly point: Point | undefined;
  readonly placing: ViewportTransform;
}) {
  if (!point) return null;
  const { x, y } = placing.toScreen(point);
  return <path className="on" d={`M${x - 10} ${y}h7M${x + 3} ${y}h7M${x} ${y - 10}v7M${x} ${y + 3}v7`} />;
}
