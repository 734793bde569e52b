import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DueField, dayIn } from '#renderer/components/follow-ups/FollowUpFields.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import type { TrackedFollowUp } from '#renderer/lists/follow-up-rows.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { changeFollowUp } from './tracker-actions.ts';

interface MoveDateDialogProps {
  readonly item: TrackedFollowUp;
  readonly onClose: () => void;
}

/** Dialog that postpones a follow-up. The earlier date and the person who moved it stay in the history. */
export function MoveDateDialog({ item, onClose }: MoveDateDialogProps) {
  const { t } = useTranslation();
  const me = useSession((state) => state.session?.principal.display_name ?? '');
  const [due, setDue] = useState(item.followUp.due);
  const submit = useSubmit({
    body: dayIn(due),
    send: async (to) => {
      const moved_at = new Date().toISOString();
      await changeFollowUp(
        item.row.id,
        item.followUp.follow_up_id,
        (known) =>
          known.due === to
            ? known
            : { ...known, due: to, moved: [...known.moved, { from: known.due, to, moved_by: me, moved_at }] },
        t('tracked.reasonFollowUp'),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('tracked.moveTitle')}
      act={t('tracked.moveAct')}
      submit={submit}
      onClose={onClose}
      keptAs={`move/${item.key}`}
    >
      <DueField value={due} tried={submit.tried} onChange={setDue} />
    </FormDialog>
  );
}
