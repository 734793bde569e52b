/**
 * The letterheads of a group: templates of kind `letterhead` that are in use. Any editor writes templates, so the text
 * of a large one is read by the report worker, and others have their turn between two. Source: choices, third part,
 * "Letter".
 */
import type { NamedLetterhead } from '#contract/exchange/letter.ts';
import type { DocumentId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { readLetterhead, statesLetterhead } from '#records/letter/letterhead.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import { listDocuments } from '#server/documents/reads/list-documents.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

const PAGE = 200;
/** More than a practice has; each is kept with every signature. */
const LETTERHEADS_MAX = 8;

/** Versions known to be no letterhead, so that templates are not opened again for each signature. */
const OTHERS = new WeakMap<DocumentsCore, Set<VersionId>>();

/** The first made first. @throws what listing and reading a report throw. */
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
      const named = await open(core, actor, index.document_id, others);
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
async function open(
  core: DocumentsCore,
  actor: Actor,
  id: DocumentId,
  others: Set<VersionId>,
): Promise<NamedLetterhead | undefined> {
  const row = core.documents.find(id);
  if (row === undefined || row.is_archived || row.is_deleted || others.has(row.head_version_id))
    return undefined;
  await core.turns.giveWay(actor.principal_id);
  try {
    const { record } = openHead(core, actor, 'templates', row);
    const named = readLetterhead(record);
    if (named === undefined) others.add(row.head_version_id);
    if (named === undefined || statesLetterhead(record.custom_attributes)) return named;
    const reader = { language: 'en', is_signed: false } as const;
    const forms = await core.reports.readers(actor.principal_id, record.report_html ?? '', reader);
    return readLetterhead(record, forms.stored_text);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.findings.report('document_damaged', id);
    return undefined;
  }
}
