import { UsageError } from '#cli/exit-codes.ts';
import { isUuidV7 } from '#contract/ids.ts';

/** An id as somebody typed it; `what` names its kind. @throws UsageError */
export function typedId<Id>(parse: (text: string) => Id, text: string, what: string): Id {
  if (isUuidV7(text)) return parse(text);
  throw new UsageError(`«${text}» is no ${what} id.`);
}
