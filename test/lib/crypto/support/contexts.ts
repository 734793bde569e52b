/** One context of every slot with fixed ids, for tests over all slots. */
import type {
  DocumentId,
  NodeId,
  PrincipalId,
  SecurityGroupId,
  VersionId,
  WorkspaceId,
} from '#contract/ids.ts';
import * as context from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { idOf } from '#test/support/ids.ts';

const workspace_id: WorkspaceId = idOf('0197a000-0000-7000-8000-000000000001');
const security_group_id: SecurityGroupId = idOf('0197a000-0000-7000-8000-000000000002');
const document_id: DocumentId = idOf('0197a000-0000-7000-8000-000000000003');
const version_id: VersionId = idOf('0197a000-0000-7000-8000-000000000004');
const node_id: NodeId = idOf('0197a000-0000-7000-8000-000000000005');
const principal_id: PrincipalId = idOf('0197a000-0000-7000-8000-000000000006');
const other_version_id: VersionId = idOf('0197a000-0000-7000-8000-000000000007');
const other_principal_id: PrincipalId = idOf(other_version_id);
const group = { workspace_id, security_group_id };

export const CONTEXTS = {
  firstVersion: context.versionContext({
    ...group,
    resource: 'patients',
    document_id,
    version_id,
    seq: 1,
    prev_version_id: null,
    prev_envelope_sha256: null,
    created_by: principal_id,
    created_at: '2026-01-02T03:04:05.678Z',
  }),
  version: context.versionContext({
    ...group,
    resource: 'exams',
    document_id,
    version_id,
    seq: 2,
    prev_version_id: other_version_id,
    prev_envelope_sha256: new Uint8Array(32).fill(7),
    created_by: principal_id,
    created_at: '2026-01-02T03:04:05.678Z',
  }),
  draft: context.draftContext({ ...group, document_id, base_version_id: version_id, draft_rev: '3' }),
  index: context.indexContext({ ...group, document_id, head_version_id: version_id }),
  dek: context.dekContext({ ...group, object_id: document_id, gk_gen: 4 }),
  grant: context.grantContext({
    ...group,
    generation: 2,
    member_id: principal_id,
    member_key_fingerprint: new Uint8Array(32).fill(8),
    granter_id: other_principal_id,
    seq: 12,
  }),
  passphraseWrap: context.principalWrapContext({
    workspace_id,
    principal_id,
    wrap_kind: 'passphrase',
    argon2_m: 65_536,
    argon2_t: 3,
    argon2_p: 4,
    wrap_salt: new Uint8Array(16).fill(9),
  }),
  tokenWrap: context.principalWrapContext({
    workspace_id,
    principal_id,
    wrap_kind: 'token',
    argon2_m: null,
    argon2_t: null,
    argon2_p: null,
    wrap_salt: new Uint8Array(0),
  }),
  seed: context.seedContext({ workspace_id, principal_id }),
  name: context.nameContext({ ...group, node_id, kind: 'folder' }),
  file: context.fileContext({ ...group, node_id }),
  part: context.partContext({ ...group, node_id, part: 5, attempt_id: other_version_id }),
  manifest: context.manifestContext({ ...group, node_id }),
  search: context.searchContext({ ...group, generation: 2 }),
  prefs: context.prefsContext({ workspace_id, principal_id }),
  admin: context.adminSecretContext({ workspace_id, name: 'ca', principal_id }),
} as const satisfies Record<string, SealContext>;

export type ContextName = keyof typeof CONTEXTS;
