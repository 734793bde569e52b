import { useTranslation } from 'react-i18next';
import { type GroupRole, ROLES, type Role } from '#contract/access/roles.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { Select } from '#renderer/components/controls/Select.tsx';

interface RoleFieldsProps {
  readonly groups: readonly { readonly security_group_id: SecurityGroupId; readonly name: string }[];
  readonly value: readonly GroupRole[];
  readonly onChange: (value: GroupRole[]) => void;
}

/** Selects of roles, one per group: not a member, or a role. */
export function RoleFields({ groups, value, onChange }: RoleFieldsProps) {
  const { t } = useTranslation();
  return groups.map(({ security_group_id, name }) => {
    const role = value.find((known) => known.security_group_id === security_group_id)?.role ?? '';
    const others = value.filter((known) => known.security_group_id !== security_group_id);
    const choices: { value: Role | ''; label: string }[] = [
      { value: '', label: t('settings.noRole') },
      ...ROLES.map((known) => ({ value: known, label: t(`settings.role.${known}`) })),
    ];
    return (
      <Select
        key={security_group_id}
        label={t('settings.inGroup', { group: name })}
        value={role}
        choices={choices}
        onChange={(next) => onChange(next === '' ? others : [...others, { security_group_id, role: next }])}
      />
    );
  });
}
