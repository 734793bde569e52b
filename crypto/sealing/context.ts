/**
 * What a ciphertext is bound to: one context per slot, built from the request and the row being read,
 * never from the ciphertext. A version moved to another document, group, workspace or place in its chain
 * does not open. Every context starts with the same five fields; null means "there is none" and differs from ''.
 * Source: sealing design B4, "Fields by slot".
 */
import type {
  DocumentId,
  NodeId,
  PrincipalId,
  SecurityGroupId,
  VersionId,
  WorkspaceId,
} from '#contract/ids.ts';
import { type TlvValue, TlvWriter } from '#crypto/tlv.ts';

const LABEL = 'srv.v1';
const SCHEMA = 1;
const STREAM = 'data';

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
  // 45 belonged to a slot that never held anything; it is not used again.
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
  index: ['document_id', 'head_version_id'],
  dek: ['object_id', 'dek_id', 'gk_gen'],
  gk: ['generation', 'member_id', 'member_key_fingerprint', 'granter_id', 'seq'],
  pk: ['principal_id', 'wrap_kind', 'argon2_m', 'argon2_t', 'argon2_p', 'wrap_salt'],
  seed: ['principal_id'],
  name: ['node_id', 'node_kind'],
  file: ['node_id'],
  part: ['node_id', 'part', 'attempt_id'],
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

interface InGroup {
  readonly workspace_id: WorkspaceId;
  readonly security_group_id: SecurityGroupId;
}

interface InWorkspace {
  readonly workspace_id: WorkspaceId;
}

function inGroup<T extends Pick<SealContext, 'workspace_id' | 'security_group_id'>>(
  kind: ContextKind,
  { workspace_id, security_group_id, ...fields }: T,
): SealContext {
  return { workspace_id, security_group_id, kind, fields };
}

function inWorkspace<T extends InWorkspace>(kind: ContextKind, { workspace_id, ...fields }: T): SealContext {
  return { workspace_id, security_group_id: '', kind, fields };
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

export interface VersionFields extends InGroup {
  readonly resource: string;
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  readonly seq: number;
  readonly prev_version_id: VersionId | null;
  /** 32 bytes over the packed envelope of the previous version; null for the first. */
  readonly prev_envelope_sha256: Uint8Array | null;
  readonly created_by: string;
  readonly created_at: string;
}

export function versionContext(fields: VersionFields): SealContext {
  return inGroup('version', { ...fields, stream: STREAM });
}

export function draftContext(
  fields: InGroup & {
    readonly document_id: DocumentId;
    readonly base_version_id: VersionId | null;
    readonly draft_rev: string;
  },
): SealContext {
  return inGroup('draft', fields);
}

/** `object_id` is the signature's id. */
export function signatureContext(
  fields: InGroup & { readonly document_id: DocumentId; readonly object_id: string },
): SealContext {
  return inGroup('signature', fields);
}

/** `object_id` is the message's id, `name` its receiver's. */
export function messageContext(
  fields: InGroup & { readonly document_id: DocumentId; readonly object_id: string; readonly name: string },
): SealContext {
  return inGroup('message', fields);
}

export function indexContext(
  fields: InGroup & { readonly document_id: DocumentId; readonly head_version_id: VersionId },
): SealContext {
  return inGroup('index', fields);
}

/** `object_id` is the document or node; it has one DEK at a time, so `dek_id` is the object's id unless given. */
export function dekContext(
  fields: InGroup & { readonly object_id: string; readonly gk_gen: number; readonly dek_id?: string },
): SealContext {
  return inGroup('dek', { dek_id: fields.object_id, ...fields });
}

export interface GrantFields extends InGroup {
  readonly generation: number;
  readonly member_id: PrincipalId;
  /** 32 bytes, `fingerprint()` of the member's public keys. */
  readonly member_key_fingerprint: Uint8Array;
  readonly granter_id: PrincipalId;
  /** Number of the membership record that carries the grant's hash. */
  readonly seq: number;
}

export function grantContext(fields: GrantFields): SealContext {
  return inGroup('gk', fields);
}

export interface PrincipalWrapFields extends InWorkspace {
  readonly principal_id: PrincipalId;
  readonly wrap_kind: string;
  readonly argon2_m: number | null;
  readonly argon2_t: number | null;
  readonly argon2_p: number | null;
  readonly wrap_salt: Uint8Array;
}

export function principalWrapContext(fields: PrincipalWrapFields): SealContext {
  return inWorkspace('pk', fields);
}

export function seedContext(fields: InWorkspace & { readonly principal_id: PrincipalId }): SealContext {
  return inWorkspace('seed', fields);
}

export function nameContext({
  kind,
  ...fields
}: InGroup & { readonly node_id: NodeId; readonly kind: string }): SealContext {
  return inGroup('name', { ...fields, node_kind: kind });
}

export function fileContext(fields: InGroup & { readonly node_id: NodeId }): SealContext {
  return inGroup('file', fields);
}

/** Every attempt at a part is its own stream: re-sent bytes never meet the same key and nonce. */
export function partContext(
  fields: InGroup & { readonly node_id: NodeId; readonly part: number; readonly attempt_id: string },
): SealContext {
  return inGroup('part', fields);
}

export function manifestContext(fields: InGroup & { readonly node_id: NodeId }): SealContext {
  return inGroup('manifest', fields);
}

/** `name` says which picture of the node it is, so that one is never shown for another. */
export function variantContext(
  fields: InGroup & { readonly node_id: NodeId; readonly name: string },
): SealContext {
  return inGroup('variant', fields);
}

/** The header summary of a DICOM file. */
export function headerContext(fields: InGroup & { readonly node_id: NodeId }): SealContext {
  return inGroup('header', fields);
}

/** '' in place of a group: of no index but of a caller's place in a list. */
export function searchContext(
  fields: Pick<SealContext, 'workspace_id' | 'security_group_id'> & { readonly generation: number },
): SealContext {
  return inGroup('search', fields);
}

export function prefsContext(fields: InWorkspace & { readonly principal_id: PrincipalId }): SealContext {
  return inWorkspace('prefs', fields);
}

export function adminSecretContext(
  fields: InWorkspace & { readonly name: string; readonly principal_id: PrincipalId },
): SealContext {
  return inWorkspace('admin', fields);
}

export interface InboxFields extends InGroup {
  /** Of the group key whose inbox key it is sealed to. */
  readonly generation: number;
  readonly node_id: NodeId;
  readonly received_at: string;
}

/** What was received while nobody need be unlocked. */
export function inboxContext(fields: InboxFields): SealContext {
  return inGroup('inbox', fields);
}

/** An entry of the audit log: in its place of the chain, under its session's key. */
export function auditContext({
  prev_hash,
  key_id,
  at,
  ...fields
}: InWorkspace & {
  readonly seq: number;
  /** 32 bytes: `auditHash()` of the entry before. */
  readonly prev_hash: Uint8Array;
  readonly key_id: string;
  readonly at: string;
}): SealContext {
  return inWorkspace('audit', {
    ...fields,
    prev_envelope_sha256: prev_hash,
    object_id: key_id,
    created_at: at,
  });
}

/** A session's audit key, on its way to the administrators. */
export function auditKeyContext({
  key_id,
  ...fields
}: InWorkspace & {
  readonly key_id: string;
  readonly principal_id: PrincipalId;
  /** Of the audit key it is sealed to. */
  readonly generation: number;
}): SealContext {
  return inWorkspace('audit_key', { ...fields, object_id: key_id });
}
