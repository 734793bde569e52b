import type { PaperLayout } from '#paper/layout.ts';
import type { PaperFact } from '#paper/paper-fact.ts';
import { withKeys } from '#renderer/components/lists/react-keys.ts';

/** Rows of two labelled facts each. */
export function FactRows({ rows }: { readonly rows: PaperLayout['block'] }) {
  return (
    <tbody>
      {withKeys(rows, ([left, right]) => `${left?.label} ${right?.label}`).map(
        ({ key, item: [left, right] }) => (
          <tr key={key}>
            <FactCells fact={left} />
            <FactCells fact={right} />
          </tr>
        ),
      )}
    </tbody>
  );
}

export function FactCells({ fact }: { readonly fact: PaperFact | undefined }) {
  if (fact === undefined) return <td colSpan={2} />;
  return (
    <>
      <th scope="row">{fact.label}</th>
      <td>
        <FactValue fact={fact} />
      </td>
    </>
  );
}

export function FactValue({ fact: { value, rest, is_strong } }: { readonly fact: PaperFact }) {
  return (
    <>
      {is_strong ? <b>{value}</b> : value}
      {rest}
    </>
  );
}
