/** What parts the choices of a field that takes several. */
export const CHOICE_SEPARATOR = ', ';

/**
 * The choices a field's text is made of. An option with a comma in it is one choice; what is none of the options, as
 * somebody typed it, stands for itself.
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
