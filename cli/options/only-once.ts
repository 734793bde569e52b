import { UsageError } from '#cli/exit-codes.ts';

/** Of an option that stands for one thing. @throws UsageError where it is given again: the first would be dropped. */
export function onlyOnce(name: string): (value: string, before: string | undefined) => string {
  return (value, before) => {
    if (before !== undefined && before !== value) throw new UsageError(`${name} can be given once here.`);
    return value;
  };
}
