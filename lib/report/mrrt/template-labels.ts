/** Finds the name of a template's form control: its label, the text before it, the previous cell, or its section. */

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
  const ofPlace = (control: Element): string | null => {
    const before = control.closest('td')?.previousElementSibling;
    const section = control.closest('section');
    return (
      wordsBefore(control) ??
      (before === null || before === undefined ? null : presence(labelText(before))) ??
      presence(labelText(section?.querySelector('header') ?? null)) ??
      section?.getAttribute('data-section-name') ??
      null
    );
  };
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
  const plain = name.replace(/[\s:=,;(]+$/, '');
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

/** Own text of the element, without that of controls inside it and without a final colon. */
export function labelText(element: Element | null): string {
  if (element === null) return '';
  return ownText(element).replace(/\s+/g, ' ').trim().replace(/\s*:$/, '');
}

function ownText(node: Node): string {
  let text = '';
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const tag = child.nodeName.toLowerCase();
    if (child.nodeType === 3) text += child.nodeValue ?? '';
    else if (!['select', 'textarea', 'input', 'script', 'style'].includes(tag)) text += ownText(child);
  }
  return text;
}

function presence(text: string): string | null {
  return text === '' ? null : text;
}
