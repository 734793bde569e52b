/**
 * Converts form controls of a template to report fields. A select is one field; so is a group of radio buttons of one
 * name, and a group of labelled check boxes; their labels become options. A pre-selected option becomes default text,
 * not a filled field, because no person has confirmed it.
 * Source: IHE MRRT, "Template fields".
 */

import type { LooseElement, LooseNode } from '#report/html/parse-loose-html.ts';
import type { FieldCompletion } from '#report/state/field-meta.ts';
import {
  FIELD_BLANK,
  type FieldKind,
  type FieldMeta,
  fieldAttributes,
  fieldMeta,
} from '#report/state/field-meta.ts';
import { groupOf, type LabelIndex } from './template-labels.ts';

const KINDS: Readonly<Record<string, FieldKind>> = {
  number: 'number',
  range: 'number',
  date: 'date',
  'datetime-local': 'date',
};

const COMPLETIONS: Readonly<Record<string, FieldCompletion>> = { ALERT: 'alert', PROHIBIT: 'prohibit' };

export interface FieldContext {
  readonly labels: LabelIndex;
  readonly language: string | null;
  /** Returns an element's code and marks it as used. */
  readonly codeOf: (id: string) => string | null;
  /** Returns an unused id. */
  readonly uniqueId: (wanted: string) => string;
}

export function fieldOfSelect(select: Element, context: FieldContext): FieldMeta {
  return {
    ...sharedMeta(select, context),
    kind: isMultiple(select) ? 'multi' : 'select',
    ...choicesOf(select, context),
  };
}

/** An input with the options of a datalist; its value becomes the default. */
export function fieldOfList(input: Element, list: Element, context: FieldContext): FieldMeta {
  const choices = choicesOf(list, context);
  const own = (input.getAttribute('value') ?? '').trim();
  const isMarked = list.querySelector('option[selected]') !== null;
  return {
    ...sharedMeta(input, context),
    kind: 'select',
    ...choices,
    default_text: own !== '' ? own : isMarked ? choices.default_text : '',
  };
}

function choicesOf(list: Element, context: FieldContext) {
  const options = [...list.querySelectorAll('option')].map((option) => ({
    text: optionText(option),
    code: option.id === '' ? null : context.codeOf(option.id),
    isPlaceholder: isPlaceholder(option),
    isSelected: option.hasAttribute('selected'),
  }));
  const selected = options.filter((option) => option.isSelected);
  // Without a selection a browser shows the first option, except in a multiple select.
  const chosen = isMultiple(list) ? selected : [...selected.slice(-1), ...options].slice(0, 1);
  const real = options.filter((option) => !option.isPlaceholder);
  return {
    options: [...new Set(real.map(({ text }) => text))],
    ...codesOf(real),
    default_text: chosen.flatMap(({ isPlaceholder, text }) => (isPlaceholder ? [] : [text])).join(', '),
  };
}

function isMultiple(list: Element): boolean {
  return list.localName === 'select' && list.hasAttribute('multiple');
}

function codesOf(choices: readonly { readonly text: string; readonly code: string | null }[]) {
  const coded = choices.flatMap(({ text, code }) => (code === null ? [] : [[text, code] as const]));
  return coded.length === 0 ? {} : { option_codes: Object.fromEntries(coded) };
}

export function fieldOfText(control: Element, context: FieldContext): FieldMeta {
  const type = (control.getAttribute('type') ?? '').toLowerCase();
  const declared = (control.getAttribute('data-field-type') ?? '').toLowerCase();
  const isMerge =
    declared === 'merge' || control.getAttribute('data-field-merge-flag')?.toLowerCase() === 'true';
  const kind = isMerge ? 'merge' : (KINDS[type] ?? KINDS[declared] ?? 'text');
  const isArea = control.localName === 'textarea';
  return {
    ...sharedMeta(control, context),
    kind,
    unit: control.getAttribute('data-field-units') ?? unitAfter(control),
    min: numberOf(control.getAttribute('min')),
    max: numberOf(control.getAttribute('max')),
    default_text: ((isArea ? control.textContent : control.getAttribute('value')) ?? '').trim(),
  };
}

/** Converts several boxes to one field; without labels its options are yes and no. */
export function fieldOfBoxes(boxes: readonly Element[], context: FieldContext): FieldMeta | null {
  const [first] = boxes;
  if (first === undefined) return null;
  const isRadio = first.getAttribute('type')?.toLowerCase() === 'radio';
  const group = groupOf(first);
  // The surrounding element is the field where it declares itself as one.
  const whole = group?.hasAttribute('data-field-type') && group.id !== '' ? group : first;
  const shared = sharedMeta(whole, context, isRadio ? first.getAttribute('name') : null);
  const said = boxes.map((box) => context.labels.ofControl(box) ?? '');
  // A box without label, among several, is named by its value.
  const labels = said.map((label, at) =>
    label === '' && boxes.length > 1 ? (boxes[at]?.getAttribute('value') ?? '').trim() : label,
  );
  if (labels.some((label) => label === '')) {
    return { ...shared, kind: 'select', options: context.language === 'de' ? ['ja', 'nein'] : ['yes', 'no'] };
  }
  const choices = boxes.map((box, at) => ({
    text: labels[at] ?? '',
    // A box's code belongs to its option, not to the field.
    code: box === whole && boxes.length === 1 ? null : context.codeOf(box.id),
    isPlaceholder: isRadio && box.getAttribute('value') === '',
    isChecked: box.hasAttribute('checked'),
  }));
  const real = choices.filter((choice) => !choice.isPlaceholder);
  return {
    ...shared,
    code: whole === first && boxes.length > 1 ? null : shared.code,
    label: context.labels.ofGroup(boxes) ?? shared.label,
    kind: isRadio ? 'select' : 'multi',
    options: [...new Set(real.map((choice) => choice.text))],
    ...codesOf(real),
    default_text: real
      .filter((choice) => choice.isChecked)
      .map((choice) => choice.text)
      .join(', '),
  };
}

/** The field as loose HTML: its default text, or a blank. */
export function fieldSpan(meta: FieldMeta): LooseElement {
  const attributes = Object.fromEntries(fieldAttributes(meta));
  const lines = (meta.default_text === '' ? FIELD_BLANK : meta.default_text).split('\n');
  const children = lines.flatMap((line, at): LooseNode[] =>
    at === 0 ? [line] : [{ tag: 'br', attributes: {}, children: [] }, line],
  );
  return { tag: 'span', attributes, children };
}

function sharedMeta(control: Element, context: FieldContext, groupName: string | null = null): FieldMeta {
  const name = groupName ?? (control.id === '' ? (control.getAttribute('name') ?? '') : control.id);
  const action = (control.getAttribute('data-field-completion-action') ?? '').toUpperCase();
  return fieldMeta({
    id: context.uniqueId(name),
    label: context.labels.ofControl(control) ?? context.labels.ofPlace(control) ?? name,
    completion: COMPLETIONS[action] ?? 'none',
    code: context.codeOf(control.id) ?? control.getAttribute('data-radlex'),
  });
}

/** A datalist may have its texts in values only. */
function optionText(option: Element): string {
  const value = option.closest('datalist') === null ? '' : option.getAttribute('value');
  return (option.getAttribute('label') || option.textContent?.trim() || value || '').trim();
}

/** True for an option that means "nothing chosen": without a value, or a dash. */
function isPlaceholder(option: Element): boolean {
  const text = optionText(option);
  return option.getAttribute('value') === '' || text === '' || /^[-–—]$/.test(text);
}

const UNIT =
  /^\s*(cm\/s|m\/s|mg\/l|mg\/dl|mmHg|mm²|mm³|mm|cm²|cm³|cm|ml|min|m|bpm|HU|HE|kg|g|s|%|°)(?![\p{L}\d/])/u;

/** The unit a template writes as plain text after a number field. */
function unitAfter(control: Element): string | null {
  if (control.localName !== 'input') return null;
  return UNIT.exec(control.nextSibling?.nodeValue ?? '')?.[1] ?? null;
}

function numberOf(text: string | null): number | null {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}
