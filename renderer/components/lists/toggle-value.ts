/** Returns the list with a value added, or removed if it was present. */
export function toggled<Value>(list: readonly Value[], value: Value): Value[] {
  return list.includes(value) ? list.filter((known) => known !== value) : [...list, value];
}
