/** The list with a value added, or taken out where it was in. */
export function toggled<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((known) => known !== value) : [...list, value];
}
