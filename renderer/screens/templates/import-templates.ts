/**
 * Imports MRRT files and sets of common data elements. Each file is read separately, so that a broken one
 * does not stop the others.
 */
import { vault } from '#renderer/api/vault-client.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import type { MrrtTemplate } from '#report/mrrt/parse-template.ts';
import { decodeTemplate } from '#report/mrrt/template-bytes.ts';
import type { UnsupportedItem } from '#report/mrrt/unsupported-content.ts';

export interface ImportResult {
  readonly file_name: string;
  /** Created template; undefined if the file was not imported. */
  readonly template: { readonly id: string; readonly title: string } | undefined;
  readonly unsupported: readonly UnsupportedItem[];
  readonly error: unknown;
}

export async function importTemplate(file: File, securityGroupId: string): Promise<ImportResult> {
  try {
    const parsed = await parse(file);
    const title = parsed.title || file.name.replace(/\.\w+$/, '');
    const view = await vault().templates.create({
      security_group_id: securityGroupId,
      record: {
        title,
        modality: parsed.modality,
        report_lexical: parsed.report_lexical,
        report_html: parsed.report_html,
        custom_attributes: { ...parsed.custom_attributes },
      },
    });
    templateCache.put(view);
    const template = { id: view.index.document_id, title };
    return { file_name: file.name, template, unsupported: parsed.unsupported, error: undefined };
  } catch (error) {
    return { file_name: file.name, template: undefined, unsupported: [], error };
  }
}

async function parse(file: File): Promise<MrrtTemplate> {
  const text = decodeTemplate(new Uint8Array(await file.arrayBuffer()));
  if (/^\s*\{/.test(text)) {
    const { parseElementSet } = await import('#report/cde/parse-element-set.ts');
    return { ...parseElementSet(text), modality: null, unsupported: [] };
  }
  const { parseMrrtTemplate } = await import('#report/mrrt/parse-template.ts');
  return parseMrrtTemplate(text);
}
