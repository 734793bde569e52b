/** Header summary of a PDF; its page count is shown on the node. */
import { type Static, Type } from 'typebox';

export const PdfHeaderSchema = Type.Object({ page_count: Type.Integer({ minimum: 1 }) });
export type PdfHeader = Static<typeof PdfHeaderSchema>;
