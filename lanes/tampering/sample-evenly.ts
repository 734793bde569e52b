/** Evenly from the whole list, which goes from table to table and byte to byte. */
export function sampleEvenly<T>(all: readonly T[], times: number): T[] {
  const step = Math.max(1, all.length / times);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
