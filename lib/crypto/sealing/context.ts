/**
 * Builds the context a ciphertext is bound to: one per slot, from the request and the row, never from the ciphertext. A
 * version moved to another document, group, workspace or position in its chain does not open. Source: sealing design
 * B4, "Fields by slot".
 */
import type {
  DocumentId,
  NodeId,
  PrincipalId,
  SecurityGroupId,
  VersionId,
  WorkspaceId,
} from '#contract/ids.ts';
import type { ContextKind, SealContext } from './context-bytes.ts';

const STREAM = 'data';

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

/** Seal context of a personal signature; `object_id` is the signature's id. */
export function signatureContext(
  fields: InGroup & { readonly document_id: DocumentId; readonly object_id: string },
): SealContext {
  return inGroup('signature', fields);
}

/** `object_id` is the id of the co-signature request, or of its withdrawal. */
export function cosignContext(
  fields: InGroup & { readonly document_id: DocumentId; readonly object_id: string },
): SealContext {
  return inGroup('cosign', fields);
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

/**
 * Context a DEK is sealed in. `object_id`: the document or node; each has one DEK at a time, so `dek_id` is the object's
 * id unless given.
 */
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
  /** Number of the membership record that has the grant's hash. */
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

/** Every upload attempt of a part is its own stream, so that re-sent bytes never use the same key and nonce. */
export function partContext(
  fields: InGroup & { readonly node_id: NodeId; readonly part: number; readonly attempt_id: string },
): SealContext {
  return inGroup('part', fields);
}

/** Seal context of the plaintext hash of an upload attempt. */
export function partDigestContext(
  fields: InGroup & { readonly node_id: NodeId; readonly part: number; readonly attempt_id: string },
): SealContext {
  return inGroup('part_sha256', fields);
}

export function manifestContext(fields: InGroup & { readonly node_id: NodeId }): SealContext {
  return inGroup('manifest', fields);
}

/** `name`: which rendition of the node, so that one is never shown as another. */
export function variantContext(
  fields: InGroup & { readonly node_id: NodeId; readonly name: string },
): SealContext {
  return inGroup('variant', fields);
}

/** The header summary of a DICOM file. */
export function headerContext(fields: InGroup & { readonly node_id: NodeId }): SealContext {
  return inGroup('header', fields);
}

/** Seal context of a group's search index snapshot; with '' as group, of a list cursor. */
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
  /** Generation of the group key from which the inbox key is derived. */
  readonly generation: number;
  readonly node_id: NodeId;
  readonly received_at: string;
}

/** Seal context of objects received while the vault is locked. */
export function inboxContext(fields: InboxFields): SealContext {
  return inGroup('inbox', fields);
}

/** An audit entry at its position in the chain, under its session's key. */
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

/** A session's audit key, sealed to the administrators. */
export function auditKeyContext({
  key_id,
  ...fields
}: InWorkspace & {
  readonly key_id: string;
  readonly principal_id: PrincipalId;
  /** Generation of the audit key it is sealed to. */
  readonly generation: number;
}): SealContext {
  return inWorkspace('audit_key', { ...fields, object_id: key_id });
}
