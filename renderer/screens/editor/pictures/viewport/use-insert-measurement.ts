/**
 * "Into field": inserts the selected annotation's value into the report, or gives the reason why it cannot.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import type { TFunction } from 'i18next';
import type { LexicalEditor } from 'lexical';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageAnnotation } from '#records/studies/image-annotations.ts';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { insertMeasuredValue } from '#renderer/editor/insert/insert-measured-value.ts';
import {
  $planMeasured,
  type MeasuredPlan,
  type MeasuredValue,
} from '#renderer/editor/insert/plan-measured-value.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import type { Picture } from '#renderer/pictures/series-stack.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { annotationLines, measuredOn } from './annotations/annotation-text.ts';

interface IntoField {
  /** Inserts the value into the report; undefined if that is not possible. */
  readonly run: (() => void) | undefined;
  /** Reason why inserting is not possible. */
  readonly reason: string | undefined;
  /** Target and resulting text, as a preview. */
  readonly plan?: string | undefined;
}

export function useInsertMeasurement(
  mark: ImageAnnotation | undefined,
  picture: Picture | undefined,
  frame: DicomFrame | undefined,
): IntoField {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const readOnly = useEditingState((state) => state.readOnly);
  const reportWords = useReportTranslations();
  useReportChanges(editor);
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
  const label = t(`pictures.measuredLabel.${kind}`);
  const given: MeasuredValue = { value, unit, digits, deviation, label };
  const plan = editor.getEditorState().read(() => $planMeasured(given), { editor });
  if (plan.into === 'nothing') return not(refusalWords(plan, unit, t));
  const measuredWords = annotationLines(measured, t)[0] ?? '';
  const target = plan.target || t('pictures.into.newField');
  const words = { target, value: plan.text, measured: measuredWords };
  const run = () => {
    insertMeasuredValue(editor, given, {
      place: { node_id: picture.node_id, frame: picture.n },
      name: (number) => reportWords.t('pictures.keyImage.figure', { number }),
    });
    showToast({ icon: 'length', text: t('pictures.into.done', words) });
  };
  return { run, reason: undefined, plan: t('pictures.into.plan', words) };
}

function refusalWords(
  plan: Extract<MeasuredPlan, { readonly into: 'nothing' }>,
  unit: string,
  t: TFunction,
): string {
  if (plan.reason !== 'unit') return t(`pictures.into.${plan.reason}`);
  const target = plan.target || t('pictures.into.newField');
  return t('pictures.into.otherUnit', { target, wanted: plan.wanted, unit });
}

/** Rerenders when the caret or the text changes, so that the preview is true when the key is pressed. */
function useReportChanges(editor: LexicalEditor): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => editor.registerUpdateListener(() => drawAgain()), [editor]);
}
