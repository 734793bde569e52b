/**
 * Encodes a seal context as bytes: fields of each slot, their order and tags. Every context starts with the same five;
 * null means "none" and differs from ''. Source: sealing design B4, "Fields by slot".
 */
import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { type TlvValue, TlvWriter } from '#crypto/tlv.ts';

const LABEL = 'srv.v1';
const SCHEMA = 1;

/** Tags are part of every stored format: add, never renumber. */
const TAGS = {
  label: 1,
  workspace_id: 2,
  security_group_id: 3,
  kind: 4,
  schema: 5,
  resource: 16,
  document_id: 17,
  stream: 18,
  version_id: 19,
  seq: 20,
  prev_version_id: 21,
  prev_envelope_sha256: 22,
  created_by: 23,
  created_at: 24,
  base_version_id: 25,
  draft_rev: 26,
  head_version_id: 27,
  object_id: 28,
  dek_id: 29,
  gk_gen: 30,
  generation: 31,
  member_id: 32,
  member_key_fingerprint: 33,
  granter_id: 34,
  node_id: 35,
  node_kind: 36,
  principal_id: 37,
  wrap_kind: 38,
  argon2_m: 39,
  argon2_t: 40,
  argon2_p: 41,
  wrap_salt: 42,
  part: 43,
  attempt_id: 44,
  // 45 belonged to a slot that was never used; do not assign it again.
  name: 46,
  received_at: 47,
} as const;

type FieldName = keyof typeof TAGS;

const FIELDS = {
  version: [
    'resource',
    'document_id',
    'stream',
    'version_id',
    'seq',
    'prev_version_id',
    'prev_envelope_sha256',
    'created_by',
    'created_at',
  ],
  draft: ['document_id', 'base_version_id', 'draft_rev'],
  signature: ['document_id', 'object_id'],
  cosign: ['document_id', 'object_id'],
  index: ['document_id', 'head_version_id'],
  dek: ['object_id', 'dek_id', 'gk_gen'],
  gk: ['generation', 'member_id', 'member_key_fingerprint', 'granter_id', 'seq'],
  pk: ['principal_id', 'wrap_kind', 'argon2_m', 'argon2_t', 'argon2_p', 'wrap_salt'],
  seed: ['principal_id'],
  name: ['node_id', 'node_kind'],
  file: ['node_id'],
  part: ['node_id', 'part', 'attempt_id'],
  part_sha256: ['node_id', 'part', 'attempt_id'],
  manifest: ['node_id'],
  variant: ['node_id', 'name'],
  header: ['node_id'],
  search: ['generation'],
  prefs: ['principal_id'],
  admin: ['name', 'principal_id'],
  inbox: ['generation', 'node_id', 'received_at'],
  audit: ['seq', 'prev_envelope_sha256', 'object_id', 'created_at'],
  audit_key: ['object_id', 'principal_id', 'generation'],
  message: ['document_id', 'object_id', 'name'],
} as const satisfies Record<string, readonly FieldName[]>;

export type ContextKind = keyof typeof FIELDS;

export interface SealContext {
  readonly workspace_id: WorkspaceId;
  /** '' where the slot belongs to no group. */
  readonly security_group_id: SecurityGroupId | '';
  readonly kind: ContextKind;
  readonly fields: Readonly<Partial<Record<FieldName, TlvValue>>>;
}

/** The canonical bytes of a context; their SHA-256 is the associated data of the seal. */
export function encodeContext(context: SealContext): Uint8Array {
  const writer = new TlvWriter()
    .field(TAGS.label, LABEL)
    .field(TAGS.workspace_id, context.workspace_id)
    .field(TAGS.security_group_id, context.security_group_id)
    .field(TAGS.kind, context.kind)
    .field(TAGS.schema, SCHEMA);
  for (const name of FIELDS[context.kind]) writer.field(TAGS[name], context.fields[name] ?? null);
  return writer.bytes();
}
