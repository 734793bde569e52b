import { Type } from 'typebox';
import { NullableString } from './nullable.ts';

/** The body of every non-2xx response. Source: API spec, "Error body". */
export const ErrorBodySchema = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String(), trace_id: NullableString }),
});

export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly trace_id: string | null };
}
