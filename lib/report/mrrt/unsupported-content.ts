/**
 * Lists template content a report cannot represent, collected during an import, so that nothing is dropped silently.
 */

import { isXml } from './coded-content.ts';
import { INERT_PREFIX } from './inert-html.ts';
import { createLabelIndex, type LabelIndex } from './template-labels.ts';

/** Codes, which the interface words in its language. */
export type UnsupportedKind =
  | 'script'
  | 'style_sheet'
  | 'event_handler'
  | 'button'
  | 'media'
  | 'form_control'
  | 'placeholder'
  | 'option_code'
  | 'code'
  | 'attribute'
  | 'duplicate_id';

export interface UnsupportedItem {
  readonly what: UnsupportedKind;
  /** The element's id, or its tag; for attributes and handlers also their name. */
  readonly where: string;
}

const MEDIA_TAGS = new Set([
  'img',
  'picture',
  'svg',
  'canvas',
  'video',
  'audio',
  'object',
  'embed',
  'iframe',
  'math',
]);

/** Input types without a corresponding field type. */
export const NO_FIELD_INPUTS: ReadonlySet<string> = new Set([
  'hidden',
  'submit',
  'reset',
  'button',
  'image',
  'file',
]);
const FORM_TAGS = new Set(['output', 'progress', 'meter', 'template']);

/** Attributes with a meaning a report cannot store. */
const LOST_ATTRIBUTE =
  /^data-(?!inert-|field-(?:type|units|completion-action|merge-flag)$|section-name$|english|radlex$|en$)/;

/** Attributes of a control that a field cannot store. */
const LOST_OF_CONTROL = /^(?:step|pattern|maxlength|minlength|required|readonly|disabled|accesskey)$/;

/** Everything in the document without a counterpart in a report, in document order. */
export function listUnsupported(document: Document): UnsupportedItem[] {
  const items: UnsupportedItem[] = [];
  const labels = createLabelIndex(document);
  for (const element of document.querySelectorAll('*')) {
    const tag = element.localName;
    const where = element.id === '' ? tag : element.id;
    if (tag === 'script' && !isXml(element)) items.push({ what: 'script', where });
    if (tag === 'style' || (tag === 'link' && element.getAttribute('rel') === 'stylesheet')) {
      items.push({ what: 'style_sheet', where });
    }
    if (tag === 'button') items.push({ what: 'button', where });
    if (tag === 'input' && NO_FIELD_INPUTS.has(typeOf(element))) items.push({ what: 'form_control', where });
    if (FORM_TAGS.has(tag)) items.push({ what: 'form_control', where });
    if (MEDIA_TAGS.has(tag)) items.push({ what: 'media', where });
    listAttributes(element, where, items);
    if (tag === 'optgroup') items.push({ what: 'attribute', where: `${ownerOf(element)} optgroup` });
    if ((tag === 'select' || tag === 'datalist') && hasOwnValues(element))
      items.push({ what: 'attribute', where: `${where} option value` });
    if (isBox(element) && hasOwnBoxValue(element, labels)) {
      const group = element.getAttribute('name') || where;
      if (!items.some((item) => item.where === `${group} value`))
        items.push({ what: 'attribute', where: `${group} value` });
    }
  }
  return items;
}

function listAttributes(element: Element, where: string, items: UnsupportedItem[]): void {
  const isOption = element.localName === 'option' || isBox(element);
  const names = element.getAttributeNames();
  if (isOption && names.some((name) => /^data-(?:radlex|rid|en)$/.test(name))) {
    const owner = element.closest('select')?.id ?? element.id;
    const code = { what: 'option_code', where: owner === '' ? where : owner } as const;
    if (!items.some((item) => item.what === code.what && item.where === code.where)) items.push(code);
  }
  if (isOption) return;
  for (const name of names) {
    const active = name.startsWith(INERT_PREFIX) ? name.slice(INERT_PREFIX.length) : '';
    if (active.startsWith('on')) items.push({ what: 'event_handler', where: `${where} ${active}` });
    else if (isControl(element) && LOST_OF_CONTROL.test(name))
      items.push({ what: 'attribute', where: `${where} ${name}` });
    else if (name === 'title' && element.getAttribute(name) !== '')
      items.push({ what: 'attribute', where: `${where} ${name}` });
    else if (name === 'placeholder') items.push({ what: 'placeholder', where });
    else if (LOST_ATTRIBUTE.test(name)) items.push({ what: 'attribute', where: `${where} ${name}` });
  }
}

function isBox(element: Element): boolean {
  const type = typeOf(element);
  return element.localName === 'input' && (type === 'checkbox' || type === 'radio');
}

function typeOf(element: Element): string {
  return (element.getAttribute('type') ?? '').toLowerCase();
}

function isControl(element: Element): boolean {
  return ['input', 'select', 'textarea'].includes(element.localName);
}

function ownerOf(element: Element): string {
  const owner = element.closest('select, datalist');
  return owner === null || owner.id === '' ? element.localName : owner.id;
}

/** True for options whose values differ from their texts. */
function hasOwnValues(select: Element): boolean {
  return [...select.querySelectorAll('option')].some((option) => {
    const value = option.getAttribute('value')?.trim() ?? '';
    const words = [option.getAttribute('label'), option.textContent?.trim()].filter(Boolean);
    // A datalist may have its texts in values only.
    const isSaid = words.includes(value) || (words.length === 0 && option.closest('datalist') !== null);
    return value !== '' && !isSaid;
  });
}

/** True for a value that differs from the box's label, which becomes the option. `on` is HTML's default. */
function hasOwnBoxValue(box: Element, labels: LabelIndex): boolean {
  const value = box.getAttribute('value')?.trim() ?? '';
  return value !== '' && value !== 'on' && value !== labels.ofControl(box);
}
