/** Importing MRRT files: each is read on its own, so that a broken one does not keep the others out. */
import { vault } from '#renderer/api/vault-client.ts';
import { templateDirectory } from '#renderer/state/directory/directories.ts';
import type { UnsupportedItem } from '#report/mrrt/unsupported.ts';

export interface ImportResult {
  readonly file_name: string;
  /** Undefined where the file was not imported. */
  readonly template: { readonly id: string; readonly title: string } | undefined;
  readonly unsupported: readonly UnsupportedItem[];
  readonly error: unknown;
}

export async function importTemplate(file: File, securityGroupId: string): Promise<ImportResult> {
  try {
    const { parseMrrtTemplate } = await import('#report/mrrt/parse-template.ts');
    const parsed = parseMrrtTemplate(await file.text());
    const title = parsed.title || file.name.replace(/\.html?$/i, '');
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
    templateDirectory.put(view);
    const template = { id: view.index.document_id, title };
    return { file_name: file.name, template, unsupported: parsed.unsupported, error: undefined };
  } catch (error) {
    return { file_name: file.name, template: undefined, unsupported: [], error };
  }
}
