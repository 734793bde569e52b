/**
 * Maps report tables and coded fields to Observations: table cells named by row and column, and filled fields with a
 * code.
 */
import type { CodeableConcept, Observation, Reference } from 'fhir/r4.d.ts';
import { codingOfField } from '#fhir/export/field-code.ts';
import { partId } from '#fhir/export/resource-id.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import type { Block, Inline, ListBlock } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { chosenOptions } from '#report/state/chosen-options.ts';
import { codeOfOption, type FieldMeta } from '#report/state/field-meta.ts';
import { type ObservedValue, observedValue } from './observed-value.ts';
import { tableValues } from './table-values.ts';

interface ObservedExam {
  readonly id: string;
  readonly html: string;
  readonly status: Observation['status'];
  readonly subject: Reference | undefined;
  readonly effectiveDateTime: string | undefined;
}

type Field = Extract<Inline, { readonly kind: 'field' }>;

/** Table cells first, then coded fields in order; unfilled fields are skipped. */
export function toObservations(exam: ObservedExam): Observation[] {
  const nodes = parseLooseHtml(exam.html, isKnownTag);
  if (nodes === null) return [];
  const blocks = buildDocument(nodes);
  const cells = blocks
    .filter((block) => block.kind === 'table')
    .flatMap((table, at) =>
      tableValues(table).map(({ row, column, name, text }) =>
        observation(exam, `t${at + 1}r${row}c${column}`, { text: name }, observedValue(text)),
      ),
    );
  const fields = fieldsOf(blocks).flatMap(({ meta, children }, at) => {
    const text = textOfBlocks([{ kind: 'paragraph', children }]).trim();
    if (meta.code === null || meta.code === '' || !meta.filled || text === '') return [];
    const code = { coding: [codingOfField(meta.code)], text: meta.label || meta.code };
    return [observation(exam, `f${at + 1}`, code, fieldValue(meta, code, text))];
  });
  return [...cells, ...fields];
}

function observation(
  { id, status, subject, effectiveDateTime }: ObservedExam,
  part: string,
  code: Observation['code'],
  value: ObservedValue,
): Observation {
  return {
    resourceType: 'Observation',
    id: partId(id, part),
    status,
    code,
    ...(subject === undefined ? {} : { subject }),
    ...(effectiveDateTime === undefined ? {} : { effectiveDateTime }),
    ...value,
  };
}

/** Lists the fields of a report in reading order, including those in lists and tables. */
function fieldsOf(blocks: readonly Block[]): Field[] {
  return blocks.flatMap((block): Field[] => {
    switch (block.kind) {
      case 'rule':
        return [];
      case 'list':
        return fieldsOfList(block);
      case 'table':
        return block.rows.flatMap((row) => row.flatMap((cell) => fieldsOf(cell.blocks)));
      default:
        return fieldsIn(block.children);
    }
  });
}

function fieldsOfList({ items }: ListBlock): Field[] {
  return items.flatMap(({ children, lists }) => [...fieldsIn(children), ...lists.flatMap(fieldsOfList)]);
}

function fieldsIn(inlines: readonly Inline[]): Field[] {
  return inlines.flatMap((inline): Field[] => {
    if (inline.kind === 'field') return [inline];
    return inline.kind === 'link' ? fieldsIn(inline.children) : [];
  });
}

/** A number with the field's unit; a choice as concept; else the text. */
function fieldValue(meta: FieldMeta, code: Observation['code'], text: string): ObservedValue {
  const { kind, unit } = meta;
  if (kind === 'select') return { valueCodeableConcept: conceptOf(meta, text) };
  if (kind === 'multi') return severalValues(meta, code, text);
  const value = observedValue(text, unit);
  return kind === 'number' && value.valueQuantity !== undefined ? value : { valueString: text };
}

/**
 * Several choices become components with the field's code, because several codes in one concept would mean the same;
 * the observation then has no value itself (R4, obs-7).
 */
function severalValues(meta: FieldMeta, code: Observation['code'], text: string): ObservedValue {
  const concepts = chosenOptions(meta.options, text).map((choice) => conceptOf(meta, choice));
  const isCoded = concepts.some(({ coding }) => coding !== undefined);
  const [first] = concepts;
  if (!isCoded || first === undefined) return { valueCodeableConcept: { text } };
  if (concepts.length === 1) return { valueCodeableConcept: first };
  return { component: concepts.map((valueCodeableConcept) => ({ code, valueCodeableConcept })) };
}

function conceptOf(meta: FieldMeta, choice: string): CodeableConcept {
  const code = codeOfOption(meta, choice);
  return { ...(code === undefined ? {} : { coding: [codingOfField(code)] }), text: choice };
}
