/**
 * Identifiers on the wire: UUID version 7, lower case, made by the server. Brands keep an id of one kind, or unchecked
 * text, from being passed as another. Schemas, rows, the id generator and the parsers here create them.
 * Source: choices, "Ids, times, order of checks".
 */
import { Type } from 'typebox';
import { VaultError } from './errors/vault-error.ts';

declare const brand: unique symbol;

export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };
export type PrincipalId = string & { readonly [brand]: 'PrincipalId' };
export type SecurityGroupId = string & { readonly [brand]: 'SecurityGroupId' };
export type DocumentId = string & { readonly [brand]: 'DocumentId' };
export type VersionId = string & { readonly [brand]: 'VersionId' };
export type NodeId = string & { readonly [brand]: 'NodeId' };
export type SessionId = string & { readonly [brand]: 'SessionId' };
export type CredentialId = string & { readonly [brand]: 'CredentialId' };
export type MessageId = string & { readonly [brand]: 'MessageId' };
export type CosignRequestId = string & { readonly [brand]: 'CosignRequestId' };

type AnyId = string & { readonly [brand]: string };

/**
 * A caller's type for `T`: plain text instead of branded ids. Responses, and requests after validation, have branded
 * ids.
 */
export type Unbranded<T> = T extends AnyId
  ? string
  : T extends object
    ? { [Name in keyof T]: Name extends 'record' ? T[Name] : Unbranded<T[Name]> }
    : T;

/** Generates an id of the requested kind. */
export type NewId = <Id extends string>() => Id;

export const UUID_V7_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

const uuidV7 = new RegExp(UUID_V7_PATTERN);

export function isUuidV7(text: string): boolean {
  return uuidV7.test(text);
}

function idParser<Id extends AnyId>() {
  return (text: string): Id => {
    if (isUuidV7(text)) return text as Id;
    throw new VaultError('invalid_request', 'Not a valid id: expected a lower-case UUIDv7.');
  };
}

/** Parses unvalidated text as an id. @throws invalid_request, without repeating the text. */
export const parseWorkspaceId = idParser<WorkspaceId>();
export const parsePrincipalId = idParser<PrincipalId>();
export const parseSecurityGroupId = idParser<SecurityGroupId>();
export const parseDocumentId = idParser<DocumentId>();
export const parseVersionId = idParser<VersionId>();
export const parseNodeId = idParser<NodeId>();

/**
 * Checks an id before it is used in a file name: ids in rows are plaintext columns, so an edited one could name any
 * file of the computer.
 * @throws protocol_error unless it is a valid id, without repeating the text.
 */
export function idInPath(id: string): string {
  if (isUuidV7(id)) return id;
  throw new VaultError('protocol_error', 'An id in the vault database is damaged. Run «srvault doctor».');
}

/** Schema of an id in a path, query, body or response; a malformed one fails validation (422). */
function idSchema<Id extends string>() {
  return Type.Unsafe<Id>({
    type: 'string',
    pattern: UUID_V7_PATTERN,
    description: 'UUID version 7, lower case',
  });
}

export const WorkspaceIdSchema = idSchema<WorkspaceId>();
export const PrincipalIdSchema = idSchema<PrincipalId>();
export const SecurityGroupIdSchema = idSchema<SecurityGroupId>();
export const DocumentIdSchema = idSchema<DocumentId>();
export const VersionIdSchema = idSchema<VersionId>();
export const NodeIdSchema = idSchema<NodeId>();
export const SessionIdSchema = idSchema<SessionId>();
export const CredentialIdSchema = idSchema<CredentialId>();
export const MessageIdSchema = idSchema<MessageId>();
export const CosignRequestIdSchema = idSchema<CosignRequestId>();

/** Schema of an id or null in a response. */
export function nullableId<Id extends string>() {
  return Type.Unsafe<Id | null>({ type: ['string', 'null'] });
}

/** Schema of an id or null in a request. */
export function nullableIdInput<Id extends string>(description = 'an id, or null') {
  return Type.Unsafe<Id | null>({ type: ['string', 'null'], pattern: UUID_V7_PATTERN, description });
}
