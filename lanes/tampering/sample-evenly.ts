/** Samples evenly over the whole list, which is ordered by table and byte. */
export function sampleEvenly<T>(all: readonly T[], times: number): T[] {
  const step = Math.max(1, all.length / times);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}
