import { UsageError } from '#cli/exit-codes.ts';

/**
 * Parser of an option with a single value. @throws UsageError if it is repeated, because the first value would be
 * lost.
 */
export function onlyOnce(name: string): (value: string, before: string | undefined) => string {
  return (value, before) => {
    if (before !== undefined && before !== value) throw new UsageError(`${name}: give it only once here.`);
    return value;
  };
}
