/** Fields that add a person of the vault to a group. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '#contract/access/roles.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TypedRegion } from '#renderer/components/forms/TypedRegion.tsx';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

interface AddMemberProps {
  /** Principals that are already members. */
  readonly known: readonly string[];
  readonly onAdd: (principalId: string, role: Role) => void;
  /** Id of the group. */
  readonly into: string;
}

const SHOWN_MAX = 1_000;

export function AddMember({ known, onAdd, into }: AddMemberProps) {
  const { t } = useTranslation();
  const { data } = useLoaded(async () => vault().principals.list().toArray({ limit: SHOWN_MAX }));
  const [chosenId, setChosenId] = useState<string>();
  const [role, setRole] = useState<Role>('viewer');
  const others = (data ?? []).filter(
    ({ principal_id, kind, state }) =>
      kind === 'person' && state !== 'disabled' && !known.includes(principal_id),
  );
  const person = others.find(({ principal_id }) => principal_id === chosenId) ?? others[0];
  if (!person) return null;
  return (
    <>
      <h3 className="sec">{t('settings.addMember')}</h3>
      <TypedRegion
        // A new key clears the selection once the person is a member.
        key={known.join(' ')}
        className="panel-fields"
        keptAs={`add-member/${into}`}
        onThrownAway={() => {
          setChosenId(undefined);
          setRole('viewer');
        }}
      >
        <Select
          label={t('settings.person')}
          value={person.principal_id}
          choices={others.map(({ principal_id, display_name }) => ({
            value: principal_id,
            label: display_name,
          }))}
          onChange={setChosenId}
        />
        <Select
          label={t('settings.roleLabel')}
          value={role}
          choices={ROLES.map((choice) => ({ value: choice, label: t(`settings.role.${choice}`) }))}
          onChange={setRole}
        />
      </TypedRegion>
      <div className="acts2">
        <Button onPress={() => onAdd(person.principal_id, role)}>{t('settings.addMemberAct')}</Button>
      </div>
    </>
  );
}
