/** The cells of a report's tables as Observations: row and column say what was observed, the cell the value. */
import type { Observation, Reference } from 'fhir/r4.d.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { readStrictHtml } from '#report/html/loose-html.ts';
import type { TableBlock } from '#report/html/report-tree.ts';
import { textOfBlocks } from '#report/html/tree-text.ts';
import { partId } from './resource-id.ts';

interface ObservedExam {
  readonly id: string;
  readonly html: string;
  readonly status: Observation['status'];
  readonly subject: Reference | undefined;
  readonly effectiveDateTime: string | undefined;
}

/** A number and, maybe, its unit: `11`, `−38.9 %`, `14 mm`. A decimal comma counts as a point. */
const QUANTITY = /^([-−]?\d+(?:[.,]\d+)?)\s*([%\p{L}µ°/²³]{0,12})$/u;

export function toObservations({
  id,
  html,
  status,
  subject,
  effectiveDateTime,
}: ObservedExam): Observation[] {
  const nodes = readStrictHtml(html, isKnownTag);
  if (nodes === null) return [];
  const tables = buildDocument(nodes).filter((block) => block.kind === 'table');
  return tables.flatMap((table, at) =>
    cellsOf(table).map(
      ({ row, column, name, text }): Observation => ({
        resourceType: 'Observation',
        id: partId(id, `t${at + 1}r${row}c${column}`),
        status,
        code: { text: name },
        ...(subject === undefined ? {} : { subject }),
        ...(effectiveDateTime === undefined ? {} : { effectiveDateTime }),
        ...observedValue(text),
      }),
    ),
  );
}

function cellsOf({ rows }: TableBlock) {
  const texts = rows.map((row) =>
    row.flatMap(({ blocks, colspan }) => [
      textOfBlocks(blocks).replaceAll(/\s+/g, ' ').trim(),
      ...Array.from({ length: colspan - 1 }, () => ''),
    ]),
  );
  const [head = [], ...body] = texts;
  return body.flatMap(([first = '', ...cells], row) =>
    cells.flatMap((text, column) => {
      const name = [first, head[column + 1] ?? ''].filter(Boolean).join(': ');
      return text === '' || name === '' ? [] : [{ row: row + 1, column: column + 1, name, text }];
    }),
  );
}

function observedValue(text: string): Pick<Observation, 'valueQuantity' | 'valueString'> {
  const [, number, unit] = QUANTITY.exec(text) ?? [];
  if (number === undefined) return { valueString: text };
  const value = Number(number.replace('−', '-').replace(',', '.'));
  return { valueQuantity: { value, ...(unit ? { unit } : {}) } };
}
