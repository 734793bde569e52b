/** What the vault reads out of a PDF. The count stands on its node. */
import { type Static, Type } from 'typebox';

export const PdfHeaderSchema = Type.Object({ page_count: Type.Integer({ minimum: 1 }) });
export type PdfHeader = Static<typeof PdfHeaderSchema>;
