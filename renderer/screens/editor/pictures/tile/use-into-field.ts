/** "Into field": the selected mark's value goes into the report, or why it cannot. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useTranslation } from 'react-i18next';
import type { Mark } from '#records/image-marks.ts';
import { insertMeasuredValue } from '#renderer/editor/insert/measured-value.ts';
import { useWorkState } from '#renderer/editor/work/work-context.ts';
import type { Picture } from '#renderer/pictures/stack.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { markLines, measuredOn } from './mark-words.ts';

interface IntoField {
  /** Undefined where it cannot be done. */
  readonly run: (() => void) | undefined;
  /** Why not. */
  readonly reason: string | undefined;
}

export function useIntoField(
  mark: Mark | undefined,
  picture: Picture | undefined,
  frame: DicomFrame | undefined,
): IntoField {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const readOnly = useWorkState((state) => state.readOnly);
  if (!mark || !picture) return { run: undefined, reason: undefined };
  const measured = measuredOn(mark.kind, mark.points, picture, frame);
  const { value, unit, digits, deviation } = measured;
  const { kind } = mark;
  const not = (reason: string): IntoField => ({ run: undefined, reason });
  if (readOnly !== undefined) return not(t('pictures.into.readOnly'));
  if (kind === 'arrow' || value === undefined) return not(t('pictures.into.arrow'));
  if (measured.isAtDetector) return not(t('pictures.into.atDetector'));
  if (unit === 'px') return not(t('pictures.into.noSpacing'));
  if (unit === '') return not(t('pictures.into.noUnit'));
  const run = () => {
    const label = t(`pictures.measuredLabel.${kind}`);
    insertMeasuredValue(editor, { value, unit, digits, deviation, label });
    const words = markLines(measured, t)[0] ?? '';
    showToast({ icon: 'length', text: t('pictures.into.done', { value: words }) });
  };
  return { run, reason: undefined };
}
