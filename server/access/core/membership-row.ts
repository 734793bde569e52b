/**
 * A stored membership record back in its typed form. The row is untrusted: every field is checked for its
 * type here, and for its truth by the chain's signatures and rules.
 */
import { ROLES } from '#contract/access/roles.ts';
import { PRINCIPAL_KINDS } from '#contract/access/session.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type {
  MembershipAction,
  MembershipRecord,
  SignedMembershipRecord,
} from '#crypto/membership/membership.ts';
import type { MembershipRow } from '../../db/access/membership-store.ts';

const ACTIONS: readonly MembershipAction[] = [
  'found',
  'enrol',
  'create_group',
  'set_role',
  'remove',
  'disable',
  'rotate',
];

type Fields = ReadonlyMap<string, unknown>;

/** @throws CryptoError when the row does not hold a membership record. */
export function parseRecord(row: MembershipRow): SignedMembershipRecord {
  const { signature_ed25519, signature_mldsa65 } = row;
  return { record: recordOf(fieldsOf(parseJson(row.record_json))), signature_ed25519, signature_mldsa65 };
}

function recordOf(fields: Fields): MembershipRecord {
  const name = fields.get('display_name_sha256');
  return {
    seq: integer(fields, 'seq'),
    workspace_id: text(fields, 'workspace_id'),
    action: oneOf(fields, 'action', ACTIONS),
    security_group_id: orNull(fields, 'security_group_id', text),
    generation: orNull(fields, 'generation', integer),
    principal_id: text(fields, 'principal_id'),
    kind: oneOf(fields, 'kind', PRINCIPAL_KINDS),
    is_admin: flag(fields, 'is_admin'),
    role: orNull(fields, 'role', (from, key) => oneOf(from, key, ROLES)),
    public_keys: orNull(fields, 'public_keys', publicKeys),
    ...(name === undefined ? {} : { display_name_sha256: text(fields, 'display_name_sha256') }),
    grants_sha256: orNull(fields, 'grants_sha256', hashes),
    granter_id: text(fields, 'granter_id'),
    created_at: text(fields, 'created_at'),
    prev_hash: orNull(fields, 'prev_hash', text),
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CryptoError();
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new CryptoError();
  return new Map(Object.entries(value));
}

function text(fields: Fields, key: string): string {
  const value = fields.get(key);
  if (typeof value !== 'string') throw new CryptoError();
  return value;
}

function integer(fields: Fields, key: string): number {
  const value = fields.get(key);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new CryptoError();
  return value;
}

function flag(fields: Fields, key: string): boolean {
  const value = fields.get(key);
  if (typeof value !== 'boolean') throw new CryptoError();
  return value;
}

function oneOf<T extends string>(fields: Fields, key: string, allowed: readonly T[]): T {
  const value = allowed.find((candidate) => candidate === fields.get(key));
  if (value === undefined) throw new CryptoError();
  return value;
}

function orNull<T>(fields: Fields, key: string, read: (fields: Fields, key: string) => T): T | null {
  return fields.get(key) === null ? null : read(fields, key);
}

function publicKeys(fields: Fields, key: string) {
  const keys = fieldsOf(fields.get(key));
  return { kem: text(keys, 'kem'), ed25519: text(keys, 'ed25519'), mldsa65: text(keys, 'mldsa65') };
}

function hashes(fields: Fields, key: string): Record<string, string> {
  const entries = fieldsOf(fields.get(key));
  return Object.fromEntries([...entries.keys()].map((member) => [member, text(entries, member)]));
}
