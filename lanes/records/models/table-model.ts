/** Generates report tables with a plain model: the expected label of every value and its expected text. */
import * as fc from 'fast-check';

const words = fc.constantFrom('Size', 'Volume', 'Left', 'Right', 'L4/5', 'Node', 'Norm', 'Largest');
const units = fc.constantFrom('', ' mm', ' ml', ' %');
/** A text and the JSON number a receiver may read from it; undefined for text only. */
const numbers = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map((value) => ({ text: String(value), value: String(value) })),
  fc
    .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom('.', ','))
    .map(([whole, tenth, mark]) => ({ text: `${whole}${mark}${tenth}`, value: `${whole}.${tenth}` })),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), fc.constantFrom('.', ','))
    .map(([whole, three, mark]) => ({
      text: `${whole}${mark}${String(three).padStart(3, '0')}`,
      value: undefined,
    })),
  fc.integer({ min: 0, max: 999 }).map((whole) => ({ text: `${whole}.0`, value: `${whole}.0` })),
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 9 }))
    .map(([whole, three, tenth]) => ({
      text: `${whole},${String(three).padStart(3, '0')}.${tenth}`,
      value: `${whole}${String(three).padStart(3, '0')}.${tenth}`,
    })),
);

export interface ModelValue {
  readonly name: string;
  readonly text: string;
  readonly value: string | undefined;
  readonly unit: string;
}

export interface ModelTable {
  readonly html: string;
  readonly values: readonly ModelValue[];
}

/** Table with a head of two rows (groups over columns), vertically merged row groups, and a value everywhere else. */
export const modelTables: fc.Arbitrary<ModelTable> = fc
  .record({
    groups: fc.array(fc.tuple(words, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 }),
    sides: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
    cells: fc.infiniteStream(fc.tuple(numbers, units)),
  })
  .map(({ groups, sides, cells }) => {
    const columns = groups.flatMap(([group, span], at) =>
      Array.from({ length: span }, (_, index) => `${group} c${at}${index}`),
    );
    const isMerged = sides.some((count) => count > 1);
    const label = isMerged ? 2 : 1;
    const head = `<tr><th rowspan="2" colspan="${label}">Row</th>${groups
      .map(([group, span]) => `<th colspan="${span}">${group}</th>`)
      .join('')}</tr><tr>${columns.map((column) => `<th>${column.split(' ')[1]}</th>`).join('')}</tr>`;
    const values: ModelValue[] = [];
    const rows = sides.flatMap((count, group) =>
      Array.from({ length: count }, (_, at) => {
        const names = [`R${group}`, ...(isMerged ? [`s${at}`] : [])];
        const labels = isMerged
          ? `${at === 0 ? `<td rowspan="${count}">R${group}</td>` : ''}<td>s${at}</td>`
          : `<td>R${group}</td>`;
        const line = columns.map((column) => {
          const [number, unit] = cells.next().value ?? [{ text: '1', value: '1' }, ''];
          values.push({
            name: `${names.join(' ')}: ${column}`,
            text: `${number.text}${unit}`,
            value: number.value,
            unit: unit.trim(),
          });
          return `<td>${number.text}${unit}</td>`;
        });
        return `<tr>${labels}${line.join('')}</tr>`;
      }),
    );
    return { html: `<table><tbody>${head}${rows.join('')}</tbody></table>`, values };
  });
