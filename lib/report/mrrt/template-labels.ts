/** Finds the name of a template's form control: its label, the text before it, the previous cell, or its section. */

import { trimEndOf } from '#records/trim-end.ts';
import { labelText } from './element-text.ts';
import { createTableNames, join, type TableNames } from './table-names.ts';

export interface LabelIndex {
  /** Text of the label that points at or encloses the control, without its colon. */
  readonly ofControl: (control: Element) => string | null;
  /** The label element itself, so that it can be removed together with its control. */
  readonly labelElement: (control: Element) => Element | null;
  /** Name of a group: a label of its element or name, text in the row before it, or a legend. */
  readonly ofGroup: (controls: readonly Element[]) => string | null;
  /** Name by position: the text before it, the previous cell, or the section. */
  readonly ofPlace: (control: Element) => string | null;
}

export function createLabelIndex(document: Document): LabelIndex {
  const byId = new Map<string, Element>();
  for (const label of document.querySelectorAll('label')) {
    const target = label.getAttribute('for');
    if (target !== null && !byId.has(target)) byId.set(target, label);
  }
  const labelElement = (control: Element): Element | null =>
    byId.get(control.id) ?? byId.get(control.getAttribute('name') ?? '') ?? control.closest('label');
  const ofControl = (control: Element): string | null => {
    const label = labelElement(control);
    return label === null ? null : presence(labelText(label));
  };
  // Read at once, because controls are replaced one by one and the words of others go with them.
  const places = namesByPlace([...document.querySelectorAll('input, select, textarea')], ofControl);
  const ofPlace = (control: Element): string | null => places.get(control) ?? null;
  const ofGroup = (controls: readonly Element[]): string | null => {
    const [first] = controls;
    if (first === undefined) return null;
    const group = groupOf(first);
    const ids = new Set(controls.map(({ id }) => id));
    const named = [group?.id ?? '', first.getAttribute('name') ?? '']
      .filter((id) => id !== '' && !ids.has(id))
      .map((id) => byId.get(id))
      .find((label) => label !== undefined);
    const before = group?.previousElementSibling ?? null;
    const legend = first.closest('fieldset')?.querySelector('legend') ?? null;
    return (
      presence(labelText(named ?? null)) ??
      (before !== null && isName(before) ? presence(labelText(before)) : null) ??
      presence(labelText(legend))
    );
  };
  return { ofControl, labelElement, ofGroup, ofPlace };
}

/** Names that several controls would share say their table and row as well: one may be the right, one the left. */
function namesByPlace(
  controls: readonly Element[],
  ofControl: (control: Element) => string | null,
): ReadonlyMap<Element, string> {
  const tables = createTableNames();
  const named = controls
    .filter((control) => ofControl(control) === null)
    .flatMap((control) => {
      const name = ownPlace(control, tables);
      return name === null ? [] : [{ control, name }];
    });
  const sharers = new Map<string, Set<string>>();
  for (const { control, name } of named) {
    const ids = sharers.get(name) ?? new Set();
    sharers.set(name, ids.add(control.getAttribute('name') ?? control.id));
  }
  const isShared = (name: string): boolean => (sharers.get(name)?.size ?? 0) > 1;
  // A table with one shared name gives its title to all, or one of them would seem to be of no side.
  const twins = new Set(named.filter(({ name }) => isShared(name)).map(({ control }) => tableOf(control)));
  return new Map(
    named.map(({ control, name }) => {
      const title = twins.has(tableOf(control)) ? tables.title(control) : null;
      const row = isShared(name) && name !== tables.cell(control) ? tables.row(control) : null;
      return [control, join([title, row, name]) ?? name];
    }),
  );
}

const tableOf = (control: Element): Element | null => control.closest('table');

function ownPlace(control: Element, tables: TableNames): string | null {
  const section = control.closest('section');
  return (
    wordsBefore(control) ??
    tables.cell(control) ??
    presence(labelText(section?.querySelector('header') ?? null)) ??
    section?.getAttribute('data-section-name') ??
    null
  );
}

/** True for plain text that may name a following control; not a row or table of other controls. */
function isName(element: Element): boolean {
  return (
    !['table', 'ul', 'ol', 'section'].includes(element.localName) &&
    element.querySelector('input, select, textarea, table') === null
  );
}

const UNIT_BEHIND = /^\s*(?:°|%|[a-zµ]{1,4}(?:\/[a-z]{1,3})?[²³]?)(?=[\s,;.]|$)[\s,;.]*/iu;
const CONTROLS = new Set(['input', 'select', 'textarea', 'br', 'header', 'legend', 'label']);

/** Text between the control and the previous one in its line, without that one's unit. */
function wordsBefore(control: Element): string | null {
  let text = '';
  let node: Node | null = control.previousSibling;
  let isBehindControl = false;
  for (; node !== null; node = node.previousSibling) {
    const tag = node.nodeName.toLowerCase();
    if (CONTROLS.has(tag)) {
      isBehindControl = tag !== 'br';
      break;
    }
    text = (node.nodeType === 3 ? (node.nodeValue ?? '') : labelText(asElement(node))) + text;
  }
  const words = isBehindControl ? text.replace(UNIT_BEHIND, '') : text;
  const name = [lineName(control), words.replace(/\s+/g, ' ').trim()].filter(Boolean).join(' ');
  const plain = trimEndOf(name, /[\s:=,;(]/);
  return /\p{L}/u.test(plain) ? plain : null;
}

/** A label in the control's line that belongs to no control: it names the line. */
function lineName(control: Element): string {
  for (let node = control.previousSibling; node !== null; node = node.previousSibling) {
    const element = asElement(node);
    if (element?.localName === 'br') return '';
    const isFree = element?.localName === 'label' && !element.hasAttribute('for');
    if (isFree && isName(element)) return labelText(element);
  }
  return '';
}

function asElement(node: Node): Element | null {
  return node.nodeType === 1 && 'localName' in node ? (node as Element) : null;
}

/** The group of a check box: the nearest element that is not the box's own label. */
export function groupOf(box: Element): Element | null {
  const label = box.closest('label');
  return (label ?? box).parentElement;
}

function presence(text: string): string | null {
  return text === '' ? null : text;
}
