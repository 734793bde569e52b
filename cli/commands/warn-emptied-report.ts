/** Warns when an update seals a version without a report although the one before had one. */
import { type CliContext, warn } from '#cli/context.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { VaultClient } from '#sdk/client.ts';
import { documentsOf } from './resource-client.ts';

/** Reads the earlier version only if the new one has no report, and names it in the warning. */
export async function warnOfEmptiedReport<R extends Resource>(
  context: CliContext,
  client: VaultClient,
  resource: R,
  { index, record }: DocumentView<R>,
): Promise<void> {
  if (!('report_html' in record) || (await holdsReport(record.report_html))) return;
  const api = documentsOf(client, resource);
  const { items } = await api.versions(index.document_id, { limit: 2 }, context).page();
  const before = items[1]?.version_id;
  if (before === undefined) return;
  const { record: old } = await api.get(index.document_id, { version_id: before }, context);
  if (!('report_html' in old) || !(await holdsReport(old.report_html))) return;
  warn(
    context,
    `the new version has no report, the one before has: srvault ${resource} get ${index.document_id} --version-id ${before}`,
  );
}

async function holdsReport(html: string | null): Promise<boolean> {
  if (html === null || html === '') return false;
  // Imported here, because most commands do not need it.
  const [{ textOfHtml }, { picturesOfHtml }] = await Promise.all([
    import('#report/plain-text.ts'),
    import('#report/figures-in-html.ts'),
  ]);
  return textOfHtml(html).trim() !== '' || picturesOfHtml(html).length > 0;
}
