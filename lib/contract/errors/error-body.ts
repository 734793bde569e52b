import { type Static, Type } from 'typebox';
import { NullableString } from '#contract/nullable-schemas.ts';

/** The body of every non-2xx response. Source: API spec, "Error body". */
export const ErrorBodySchema = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String(), trace_id: NullableString }),
});

export type ErrorBody = Static<typeof ErrorBodySchema>;
