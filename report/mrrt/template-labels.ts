/** Finds what a form control of a template is called: its label, the cell before it, its section. */

export interface LabelIndex {
  /** The label that points at the control or encloses it, without its colon. */
  readonly ofControl: (control: Element) => string | null;
  /** The label element itself, so that a group can take it away with its control. */
  readonly labelElement: (control: Element) => Element | null;
  /** What stands before the group: a label in the row, the cell before, a legend. */
  readonly ofGroup: (controls: readonly Element[]) => string | null;
  /** The name of the place: the cell before, or the section. */
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
      (before === null || before === undefined ? null : presence(labelText(before))) ??
      presence(labelText(section?.querySelector('header') ?? null)) ??
      section?.getAttribute('data-section-name') ??
      null
    );
  };
  const ofGroup = (controls: readonly Element[]): string | null => {
    const [first] = controls;
    const group = first === undefined ? null : groupOf(first);
    const before = group?.previousElementSibling ?? null;
    const legend = first?.closest('fieldset')?.querySelector('legend') ?? null;
    return presence(labelText(before)) ?? presence(labelText(legend));
  };
  return { ofControl, labelElement, ofGroup, ofPlace };
}

/** The element whose check boxes belong together: the nearest that is not the box's own label. */
export function groupOf(box: Element): Element | null {
  const label = box.closest('label');
  return (label ?? box).parentElement;
}

/** The element's own words: text without that of controls inside it, without a closing colon. */
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
