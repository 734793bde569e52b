/** The letterheads of a group: templates of kind `letterhead` that are in use. Source: choices, third part, "Letter". */
import type { NamedLetterhead } from '#contract/exchange/letter.ts';
import type { DocumentId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { readLetterhead } from '#records/letter/letterhead.ts';
import { textOfHtml } from '#report/plain-text.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import { listDocuments } from '#server/documents/reads/list-documents.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

const PAGE = 200;
/** More than a practice has; each is kept with every signature. */
const LETTERHEADS_MAX = 8;

/** Versions known to be no letterhead, so that templates are not opened again for each signature. */
const OTHERS = new WeakMap<DocumentsCore, Set<VersionId>>();

/** The first made first. @throws what listing throws. */
export async function groupLetterheads(
  core: DocumentsCore,
  actor: Actor,
  security_group_id: SecurityGroupId,
): Promise<NamedLetterhead[]> {
  const others = OTHERS.get(core) ?? new Set<VersionId>();
  OTHERS.set(core, others);
  const found: { readonly id: DocumentId; readonly named: NamedLetterhead }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listDocuments<'templates'>>> = await listDocuments(
      core,
      actor,
      'templates',
      { security_group_id, limit: PAGE, ...(cursor === null ? {} : { cursor }) },
    );
    for (const { index } of page.items) {
      const named = open(core, actor, index.document_id, others);
      if (named !== undefined) found.push({ id: index.document_id, named });
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  // Ids are in the order of their making.
  return found
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, LETTERHEADS_MAX)
    .map(({ named }) => named);
}

/** Undefined for other templates, and for one that does not open: it is among the findings. */
function open(
  core: DocumentsCore,
  actor: Actor,
  id: DocumentId,
  others: Set<VersionId>,
): NamedLetterhead | undefined {
  const row = core.documents.find(id);
  if (row === undefined || row.is_archived || row.is_deleted || others.has(row.head_version_id))
    return undefined;
  try {
    const { record } = openHead(core, actor, 'templates', row);
    const named = readLetterhead(record, textOfHtml(record.report_html ?? ''));
    if (named === undefined) others.add(row.head_version_id);
    return named;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', id);
    return undefined;
  }
}
