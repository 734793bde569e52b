/** Buttons under the selected annotation. */
import { useTranslation } from 'react-i18next';
import type { ImageAnnotation } from '#records/studies/image-annotations.ts';
import { preventFocusChange } from '#renderer/components/controls/prevent-focus-change.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';
import type { ViewportTransform } from '#renderer/pictures/viewport-transform.ts';
import { useInsertMeasurement } from '#renderer/screens/editor/pictures/viewport/use-insert-measurement.ts';
import type { KeyImageAct } from '#renderer/screens/editor/pictures/viewport/use-key-image.ts';
import type { DicomFrame } from '#sdk/index.ts';

interface MarkActsProps {
  readonly mark: ImageAnnotation | undefined;
  readonly picture: Picture;
  readonly frame: DicomFrame;
  readonly placing: ViewportTransform;
  readonly keyImage: KeyImageAct;
}

export function AnnotationActions({ mark, picture, frame, placing, keyImage }: MarkActsProps) {
  const { t } = useTranslation();
  const { run, reason, plan } = useInsertMeasurement(mark, picture, frame);
  const why = reason ?? keyImage.reason;
  if (!mark) return null;
  const points = mark.points.map(placing.toScreen);
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.max(...points.map(({ y }) => y)) + 24;
  return (
    <div
      className="mact"
      role="toolbar"
      aria-label={t('pictures.marks')}
      style={{
        left: `clamp(0px, ${left}px, calc(100% - 11rem))`,
        top: `clamp(0px, ${top}px, calc(100% - 3rem))`,
      }}
      onPointerDown={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        className="tool"
        aria-disabled={run === undefined || undefined}
        aria-keyshortcuts="M"
        onMouseDown={preventFocusChange}
        onClick={run}
      >
        {t('pictures.into.field')}
        <kbd aria-hidden="true">M</kbd>
      </button>
      <button
        type="button"
        className="tool"
        aria-disabled={keyImage.run === undefined || undefined}
        aria-keyshortcuts="K"
        onMouseDown={preventFocusChange}
        onClick={keyImage.run}
      >
        {t('pictures.keyImage.act')}
        <kbd aria-hidden="true">K</kbd>
      </button>
      {plan ? <span className="plan">{plan}</span> : null}
      {why ? <span className="why">{why}</span> : null}
    </div>
  );
}
