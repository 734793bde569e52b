import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { addGroupToCopy } from '#renderer/state/vault/travelling-copy.ts';
import { ExamPeriodSelect, sinceOf } from './ExamPeriodSelect.tsx';
import { useOwnGroups } from './use-own-groups.ts';

interface TakeDialogProps {
  readonly taken: TravellingCopyStatus['taken'];
  /** Called once the group is noted; the next sync fetches it. */
  readonly onTaken: () => void;
  readonly onClose: () => void;
}

/** Dialog that adds one of the person's groups to the copy, with the period of its exams. */
export function AddGroupDialog({ taken, onTaken, onClose }: TakeDialogProps) {
  const { t } = useTranslation();
  const groups = useOwnGroups();
  const isTaken = (id: string) => taken.some((group) => group.security_group_id === id);
  const [chosen, setChosen] = useState<string>();
  const [days, setDays] = useState('');
  const known = groups.data ?? [];
  const groupId =
    chosen ?? (known.find((group) => !isTaken(group.security_group_id)) ?? known[0])?.security_group_id;
  const submit = useSubmit({
    body: groupId === undefined ? undefined : { groupId, days },
    send: async (body) => {
      await addGroupToCopy(body.groupId, sinceOf(body.days));
      onTaken();
    },
  });
  return (
    <FormDialog
      title={t('travel.takeMore')}
      act={t('travel.takeAct')}
      submit={submit}
      onClose={onClose}
      unavailable={groupId === undefined}
    >
      {groups.error === undefined ? null : <ErrorNotice error={groups.error} />}
      {groupId === undefined ? null : (
        <Select
          label={t('common.group')}
          value={groupId}
          choices={known.map(({ security_group_id, name }) => ({ value: security_group_id, label: name }))}
          onChange={setChosen}
        />
      )}
      <ExamPeriodSelect days={days} onChange={setDays} />
      <p className="note">{t('travel.takeNote')}</p>
    </FormDialog>
  );
}
