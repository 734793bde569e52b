/** Separator between choices of a multiple-choice field. */
export const CHOICE_SEPARATOR = ', ';

/**
 * Splits a field's text into choices. An option containing a comma is one choice; typed text that is no option is a
 * choice of its own.
 */
export function chosenOptions(options: readonly string[], text: string): string[] {
  const chosen: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const [option] = options
      .filter((known) => known !== '' && (rest === known || rest.startsWith(known + CHOICE_SEPARATOR)))
      .toSorted((one, other) => other.length - one.length);
    const end = rest.indexOf(CHOICE_SEPARATOR);
    const choice = option ?? (end === -1 ? rest : rest.slice(0, end));
    if (choice !== '') chosen.push(choice);
    rest = rest.slice(choice.length + CHOICE_SEPARATOR.length);
  }
  return chosen;
}
