/**
 * Keeps names of programs and persons different, because a signature names its signer and an owner may issue a
 * credential under any name. Names are compared as they look to a reader. No list of look-alike letters is complete, so
 * the interface shows the kind as well.
 */
import type { PrincipalKind } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalStore } from '#server/storage/access/principal-store.ts';
import { looksLikeKey } from './look-alike-name.ts';

/** Controls that turn the order of letters: a name written backwards in them reads forwards. */
const TURNS_LETTERS = /[\u202A-\u202E\u2066-\u2069]/;

/**
 * Refuses a new principal's name whose letters are shown in another order, or that a principal of the other kind has.
 * Persons keep their names when disabled, because their signatures remain. Only enabled programs count, so that no
 * program blocks a person's name for good.
 * @throws invalid_request, name_taken
 */
export function assertDistinctName(principals: PrincipalStore, kind: PrincipalKind, name: string): void {
  if (TURNS_LETTERS.test(name)) {
    throw new VaultError(
      'invalid_request',
      `${kind === 'sdk' ? 'name' : 'display_name'}: it has characters that turn the direction of text. Leave them out.`,
    );
  }
  const isAlike = looksLikeKey(name);
  const isTaken = principals
    .list()
    .some(
      (row) =>
        row.kind !== kind && (row.kind === 'person' || row.disabled_at === null) && isAlike(row.display_name),
    );
  if (!isTaken) return;
  throw new VaultError(
    'name_taken',
    kind === 'sdk'
      ? 'name: a person of this vault has this name, and signatures would look like theirs. Choose another one.'
      : 'display_name: a credential has this name. Revoke it or choose another name.',
  );
}
