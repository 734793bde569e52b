/**
 * Keeps names of programs and of persons apart: a signature names its signer, and an owner may issue a credential under any
 * name. Compared as a reader would see them; letters of other scripts that look alike pass, so the kind is shown as well.
 */
import type { PrincipalKind } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalStore } from '#server/storage/access/principal-store.ts';

/**
 * A name of a new principal of this kind. Persons keep their names when they are disabled: their signatures stand. Of
 * programs only those still at work count, so that nobody keeps a person out for good.
 * @throws name_taken
 */
export function assertNameApart(principals: PrincipalStore, kind: PrincipalKind, name: string): void {
  const folded = foldName(name);
  const isTaken = principals
    .list()
    .some(
      (row) =>
        row.kind !== kind &&
        (row.kind === 'person' || row.disabled_at === null) &&
        foldName(row.display_name) === folded,
    );
  if (!isTaken) return;
  throw new VaultError(
    'name_taken',
    kind === 'sdk'
      ? 'name: a person of this vault has this name. A signature would read as theirs. Choose another one.'
      : 'display_name: a credential has this name. Revoke it or choose another name.',
  );
}

/** Without case, white space and what is not seen. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, '');
}
