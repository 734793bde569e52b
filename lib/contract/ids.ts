/**
 * Identifiers as they stand on the wire: UUID version 7, lower case, made by the server.
 * Brands keep a document id, and text of which nothing is known, from being passed where a group id is meant. They
 * come with the schemas, the rows, the server's id generator and the parsers here.
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
 * What a caller may send where `T` is meant: a script has its ids as text. What the vault answers is branded, and
 * so is what its routes are handed once their schemas have held. A record names nothing by id.
 */
export type Unbranded<T> = T extends AnyId
  ? string
  : T extends object
    ? { [Name in keyof T]: Name extends 'record' ? T[Name] : Unbranded<T[Name]> }
    : T;

/** Makes a fresh id of whatever kind is asked for. */
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

/** Text that no schema has held, as an id of its kind. @throws invalid_request; the text is not repeated. */
export const parseWorkspaceId = idParser<WorkspaceId>();
export const parsePrincipalId = idParser<PrincipalId>();
export const parseSecurityGroupId = idParser<SecurityGroupId>();
export const parseDocumentId = idParser<DocumentId>();
export const parseVersionId = idParser<VersionId>();
export const parseNodeId = idParser<NodeId>();

/**
 * An id on its way into a file name. Ids in rows are clear columns: whoever can write the database could
 * name any file of the computer.
 * @throws protocol_error unless it is an id as the vault makes them; the text is not repeated.
 */
export function idInPath(id: string): string {
  if (isUuidV7(id)) return id;
  throw new VaultError('protocol_error', 'An id in the vault database is damaged. Run «srvault doctor».');
}

/** Schema of an id in a path, query, body or answer; a malformed one fails validation (422). */
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

/** An id or null where it is answered. */
export function nullableId<Id extends string>() {
  return Type.Unsafe<Id | null>({ type: ['string', 'null'] });
}

/** An id or null where it is sent. */
export function nullableIdInput<Id extends string>(description = 'an id, or null') {
  return Type.Unsafe<Id | null>({ type: ['string', 'null'], pattern: UUID_V7_PATTERN, description });
}
