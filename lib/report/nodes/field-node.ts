/**
 * The inline field of a report: a Lexical element whose children are ordinary text, so that dictation, find, undo and
 * screen readers treat it as text. Its metadata is node state, stored flat as `field`. Brackets and tint come from the
 * editor's style sheet; exported HTML has the text only.
 */
import {
  $createTextNode,
  $getState,
  $setState,
  createState,
  type DOMConversionMap,
  type DOMExportOutput,
  type EditorConfig,
  ElementNode,
  type LexicalNode,
  type LexicalUpdateJSON,
  NODE_STATE_DIRECT,
  type SerializedElementNode,
  type Spread,
} from 'lexical';
import {
  FIELD_ATTRIBUTE,
  FIELD_BLANK,
  type FieldMeta,
  fieldAttributes,
  fieldFromAttributes,
  fieldMeta,
  parseFieldMeta,
} from '#report/state/field-meta.ts';
import { createTagged, importTagged, setAttributes } from './node-element.ts';

/** Editor only: filled together with many others, and not reviewed since. */
const NOT_REVIEWED_CLASS = 'auto';

const fieldState = createState('field', { parse: parseFieldMeta });

export type SerializedReportFieldNode = Spread<{ field?: FieldMeta }, SerializedElementNode>;

export class ReportFieldNode extends ElementNode {
  override $config() {
    return this.config('report-field', {
      extends: ElementNode,
      stateConfigs: [{ flat: true, stateConfig: fieldState }],
    });
  }

  override createDOM(config: EditorConfig): HTMLElement {
    const field = this.getField();
    const element = createTagged('span', fieldAttributes(field), config.theme['reportField']);
    element.classList.toggle(NOT_REVIEWED_CLASS, field.not_reviewed === true);
    nameField(element, field);
    return element;
  }

  override updateDOM(previous: this, element: HTMLElement): boolean {
    // `getField` reads the latest state even of an earlier node, so the earlier state is read directly.
    const before = $getState(previous, fieldState, NODE_STATE_DIRECT);
    if (before !== this.getField()) rewriteAttributes(element, this.getField());
    return false;
  }

  override exportDOM(): DOMExportOutput {
    return { element: createTagged('span', fieldAttributes(this.getField())) };
  }

  static override importDOM(): DOMConversionMap | null {
    return importTagged('span', FIELD_ATTRIBUTE, (get) => $createEmptyField(fieldFromAttributes(get)));
  }

  override exportJSON(): SerializedReportFieldNode {
    return super.exportJSON();
  }

  override updateFromJSON(json: LexicalUpdateJSON<SerializedReportFieldNode>): this {
    return super.updateFromJSON(json);
  }

  getField(): FieldMeta {
    return $getState(this, fieldState);
  }

  /** Changes some of the field's properties, e.g. `filled` after an edit. */
  setField(changes: Partial<FieldMeta>): this {
    return $setState(this, fieldState, (current) => fieldMeta({ ...current, ...changes }));
  }

  /** Replaces the field's text and marks the field as filled. */
  fill(text: string): this {
    const writable = this.getWritable();
    writable.clear();
    writable.append($createTextNode(text));
    return writable.setField({ filled: true, not_reviewed: undefined });
  }

  override isInline(): true {
    return true;
  }

  override canBeEmpty(): true {
    return true;
  }

  /** A caret at either edge of the text is inside the field, so that typing at its end extends the value. */
  override canInsertTextBefore(): true {
    return true;
  }

  override canInsertTextAfter(): true {
    return true;
  }
}

/** A field with its default text, or a blank. */
export function $createReportFieldNode(meta: Partial<FieldMeta>): ReportFieldNode {
  const whole = fieldMeta(meta);
  const text = whole.default_text === '' ? FIELD_BLANK : whole.default_text;
  return $createEmptyField(whole).append($createTextNode(text));
}

function $createEmptyField(meta: FieldMeta): ReportFieldNode {
  return $setState(new ReportFieldNode(), fieldState, meta);
}

export function $isReportFieldNode(node: LexicalNode | null | undefined): node is ReportFieldNode {
  return node instanceof ReportFieldNode;
}

function rewriteAttributes(element: HTMLElement, meta: FieldMeta): void {
  for (const name of element.getAttributeNames()) {
    if (name.startsWith(FIELD_ATTRIBUTE)) element.removeAttribute(name);
  }
  setAttributes(element, fieldAttributes(meta));
  element.classList.toggle(NOT_REVIEWED_CLASS, meta.not_reviewed === true);
  nameField(element, meta);
}

/** Editor only: screen readers announce the field's label, not only its text. */
function nameField(element: HTMLElement, { label }: FieldMeta): void {
  if (label === '') return;
  element.setAttribute('role', 'group');
  element.setAttribute('aria-label', label);
}
