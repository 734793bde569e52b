/**
 * "Key image": inserts the shown picture into the report with its window settings, or gives the reason why it
 * cannot.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import type { Shading } from '#dicom/picture/voi-lut.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { insertKeyImage } from '#renderer/editor/insert/key-image.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import { type Stack, seriesName } from '#renderer/pictures/series-stack.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import type { DicomFrame } from '#sdk/index.ts';

export interface KeyImageAct {
  /** Inserts the key image into the report; undefined if that is not possible. */
  readonly run: (() => void) | undefined;
  /** Reason why the picture cannot be inserted, once there is a picture. */
  readonly reason: string | undefined;
}

interface Shown {
  readonly stack: Stack | undefined;
  readonly at: number;
  readonly frame: DicomFrame | undefined;
  readonly shading: Shading | undefined;
  /** True if the viewport hides the file's overlays; a key image includes them. */
  readonly isBare: boolean;
  /** True for a prior, because its pictures belong to that exam. */
  readonly isPrior: boolean;
}

export function useKeyImage({ stack, at, frame, shading, isBare, isPrior }: Shown): KeyImageAct {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const words = useReportTranslations();
  const readOnly = useEditingState((state) => state.readOnly);
  const picture = stack?.pictures[at];
  if (!stack || !picture || !frame) return { run: undefined, reason: undefined };
  if (readOnly !== undefined) return { run: undefined, reason: t('pictures.into.readOnly') };
  if (isPrior) return { run: undefined, reason: t('pictures.keyImage.prior') };
  const run = () => {
    const isGrey = frame.samples_per_pixel === 1 && shading !== undefined;
    const window = isGrey ? { center: shading.center, width: shading.width } : null;
    const where = { series: seriesName(stack.series), at: at + 1 };
    const notDrawn = frame.overlays_not_drawn;
    // The caption names missing overlays, because the report alone would not show the gap.
    const caption =
      notDrawn > 0
        ? words.t('pictures.keyImage.captionWithout', { ...where, count: notDrawn })
        : words.t('pictures.keyImage.caption', where);
    const done = isBare && frame.overlays_drawn > 0 ? 'doneWithOverlays' : 'done';
    const isNew = insertKeyImage(
      editor,
      { node_id: picture.node_id, frame: picture.n, window },
      { name: (number) => words.t('pictures.keyImage.figure', { number }), caption },
    );
    showToast({ icon: 'key-image', text: t(`pictures.keyImage.${isNew ? done : 'there'}`) });
  };
  return { run, reason: undefined };
}
