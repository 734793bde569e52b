/**
 * Imports a report template in IHE MRRT HTML: sections with their codes become headings, form controls become
 * fields, the rest stays text and tables. Scripts never run. Needs a DOM, as `import-html.ts` does.
 * Source: clinical-ux.md, B-i 7; choices, "Documents", Template.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { deriveHtml } from '#report/dom/derive-html.ts';
import { stateFromHtml } from '#report/dom/import-html.ts';
import { assertNesting, looseFromDom } from '#report/dom/loose-nodes-from-dom.ts';
import { parseHtml } from '#report/dom/trusted-html.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import type { LooseNode } from '#report/html/parse-loose-html.ts';
import type { Block } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { sectionCodeOfTitle } from '#report/state/section-titles.ts';
import { readCodes } from './coded-content.ts';
import { labelText } from './element-text.ts';
import { inertHtml } from './inert-html.ts';
import { labelBoxes } from './label-check-boxes.ts';
import {
  type FieldContext,
  fieldOfBoxes,
  fieldOfList,
  fieldOfSelect,
  fieldOfText,
  fieldSpan,
} from './template-fields.ts';
import { createLabelIndex, groupOf } from './template-labels.ts';
import { readMetadata } from './template-metadata.ts';
import { listUnsupported, NO_FIELD_INPUTS, type UnsupportedItem } from './unsupported-content.ts';

export interface MrrtTemplate {
  readonly title: string;
  readonly modality: string | null;
  readonly report_lexical: string;
  readonly report_html: string;
  readonly custom_attributes: Readonly<Record<string, unknown>>;
  readonly unsupported: readonly UnsupportedItem[];
}

/** Parses an MRRT template. @throws VaultError invalid_request when the file has no template text at all. */
export function parseMrrtTemplate(html: string): MrrtTemplate {
  const document = parseHtml(inertHtml(html));
  assertNesting(document);
  labelBoxes(document);
  const metadata = readMetadata(document);
  const unsupported = listUnsupported(document);
  const codes = readCodes(document);
  const placed = new Set<string>();
  const taken = new Set<string>();
  const context: FieldContext = {
    labels: createLabelIndex(document),
    codeOf(id) {
      placed.add(id);
      return codes.byId.get(id) ?? null;
    },
    language: metadata.language,
    uniqueId: (wanted) => {
      const id = freeId(wanted, taken);
      if (id !== wanted && wanted !== '') unsupported.push({ what: 'duplicate_id', where: wanted });
      taken.add(id);
      return id;
    },
  };
  const loose = looseFromDom(document.body, createConverter(context));
  const blocks = buildDocument(loose).flatMap(withoutSpacerRows);
  if (textOfBlocks(blocks).trim() === '') {
    throw new VaultError(
      'invalid_request',
      'The file has no report template. Nothing was imported. Choose another file.',
    );
  }
  for (const id of codes.byId.keys()) if (!placed.has(id)) unsupported.push({ what: 'code', where: id });
  for (const id of codes.furtherOf) unsupported.push({ what: 'code', where: id });
  const state = stateFromHtml(writeHtml(blocks));
  return {
    title: metadata.title,
    modality: metadata.modality,
    report_lexical: JSON.stringify(state),
    report_html: deriveHtml(state),
    custom_attributes: {
      mrrt: { ...metadata.attributes, ...(codes.ofTemplate.length > 0 && { codes: codes.ofTemplate }) },
    },
    unsupported,
  };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  if (wanted !== '' && !taken.has(wanted)) return wanted;
  const stem = wanted === '' ? 'field' : wanted;
  let number = wanted === '' ? 1 : 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}

function createConverter(context: FieldContext): (element: Element) => LooseNode[] | null {
  /** Boxes and labels already used in a field. */
  const consumed = new Set<Element>();
  const convert = (element: Element): LooseNode[] | null => {
    if (consumed.has(element)) return [];
    switch (element.localName) {
      case 'select':
        return [fieldSpan(fieldOfSelect(element, context))];
      case 'textarea':
        return [fieldSpan(fieldOfText(element, context))];
      case 'input':
        return convertInput(element, context, consumed);
      case 'datalist':
        return [];
      case 'section':
        return convertSection(element, context, convert);
      case 'label':
        return convertLabel(element, context, consumed, convert);
      case 'header':
        return [headingOf(element, sectionDepth(element) > 1 ? 'h3' : 'h2', context)];
      case 'legend':
        return [headingOf(element, 'h3', context)];
      case 'h1':
      case 'h2':
      case 'h3':
        return [headingOf(element, element.localName, context)];
      default:
        return null;
    }
  };
  return convert;
}

function convertInput(input: Element, context: FieldContext, consumed: Set<Element>): LooseNode[] {
  const type = (input.getAttribute('type') ?? 'text').toLowerCase();
  if (NO_FIELD_INPUTS.has(type)) return [];
  if (type !== 'checkbox' && type !== 'radio') {
    const listId = input.getAttribute('list') ?? '';
    const list = listId === '' ? null : (input.ownerDocument.getElementById(listId) ?? null);
    return [fieldSpan(list === null ? fieldOfText(input, context) : fieldOfList(input, list, context))];
  }
  const group = boxesWith(input, type, context).filter((box) => !consumed.has(box));
  const field = fieldOfBoxes(group, context);
  for (const box of group) {
    consumed.add(box);
    const label = context.labels.labelElement(box);
    if (label !== null && field?.options.includes(labelText(label))) consumed.add(label);
    if (label !== null && box.getAttribute('value') === '') consumed.add(label);
  }
  return field === null ? [] : [fieldSpan(field)];
}

/** The boxes that form one field with this one: radio buttons of its name, or labelled check boxes of its group. */
function boxesWith(input: Element, type: string, context: FieldContext): Element[] {
  if (type === 'checkbox' && context.labels.ofControl(input) === null) return [input];
  const scope = type === 'radio' ? input.closest('body') : groupOf(input);
  const boxes = [...(scope?.querySelectorAll('input') ?? [])].filter(
    (box) => box.getAttribute('type')?.toLowerCase() === type,
  );
  if (type === 'radio') return boxes.filter((box) => box.getAttribute('name') === input.getAttribute('name'));
  return boxes.filter((box) => groupOf(box) === scope && context.labels.ofControl(box) !== null);
}

/** Puts a colon between a label and its control; removes a label whose text became an option. */
function convertLabel(
  label: Element,
  context: FieldContext,
  consumed: Set<Element>,
  convert: (element: Element) => LooseNode[] | null,
): LooseNode[] | null {
  const inner = label.querySelector('input, select, textarea');
  if (inner === null) return null;
  const type = inner.getAttribute('type')?.toLowerCase();
  if (type === 'checkbox' || type === 'radio') {
    return consumed.has(inner) ? [] : convertInput(inner, context, consumed);
  }
  const nodes = looseFromDom(label, convert);
  const at = nodes.findIndex(
    (node) => typeof node !== 'string' && node.attributes['data-field'] !== undefined,
  );
  const name = textOfBlocks(buildDocument(nodes.slice(0, Math.max(at, 0)))).trim();
  return at < 1 || name === '' || /[:?.]$/.test(name) ? nodes : [`${name}: `, ...nodes.slice(at)];
}

/** Adds a section's name as heading where it has none. */
function convertSection(
  section: Element,
  context: FieldContext,
  convert: (element: Element) => LooseNode[] | null,
): LooseNode[] {
  const nodes = looseFromDom(section, convert);
  const name = (section.getAttribute('data-section-name') ?? '').trim();
  const isHeaded = [...section.querySelectorAll('header, legend, h1, h2, h3')].some(
    (heading) => heading.closest('section') === section && labelText(heading) !== '',
  );
  if (name === '' || isHeaded) return nodes;
  const code = context.codeOf(section.id) ?? sectionCodeOfTitle(name);
  const attributes: Record<string, string> = code === null ? {} : { 'data-section-code': code };
  return [{ tag: sectionDepth(section) > 1 ? 'h3' : 'h2', attributes, children: [name] }, ...nodes];
}

/** 1 for a section, or an element inside a single one. */
function sectionDepth(element: Element): number {
  let depth = 0;
  for (let at = element.closest('section'); at; at = at.parentElement?.closest('section') ?? null) depth += 1;
  return depth;
}

function headingOf(element: Element, tag: string, context: FieldContext): LooseNode {
  const section = element.closest('section');
  const names = [
    element.getAttribute('data-english'),
    labelText(element),
    section?.getAttribute('data-section-name'),
  ];
  const title = element.localName === 'h1' ? [] : names;
  const code =
    context.codeOf(section?.id ?? '') ??
    title.map((name) => sectionCodeOfTitle(name ?? '')).find((found) => found !== null);
  const attributes: Record<string, string> =
    code === undefined || code === null ? {} : { 'data-section-code': code };
  return { tag, attributes, children: [labelText(element)] };
}

/** Removes rows of empty cells, which templates use for spacing. */
function withoutSpacerRows(block: Block): Block[] {
  if (block.kind !== 'table') return [block];
  const rows = block.rows.filter((row) => row.some((cell) => textOfBlocks(cell.blocks).trim() !== ''));
  return rows.length === 0 ? [] : [{ ...block, rows }];
}
