/**
 * Dialog that lists the report's recommended follow-ups and adds another. They are sealed with the next
 * version.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '#contract/documents/records.ts';
import { readFollowUps, withFollowUp, withoutFollowUp } from '#records/reports/follow-ups.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import {
  FollowUpFields,
  newFollowUp,
  useFollowUpFields,
} from '#renderer/components/follow-ups/FollowUpFields.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { saveAttributes } from '#renderer/editor/editing-session/save-attributes.ts';
import { longDay } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

export function FollowUpDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const me = useSession((state) => state.session?.principal.display_name ?? '');
  const { fields, change, entry } = useFollowUpFields({ text: '', due: '', whose: me });
  const [removeError, setRemoveError] = useState<unknown>();
  const keep = (act: (known: JsonObject | null) => JsonObject) =>
    saveAttributes(work, act, t('tracked.reasonFollowUp'));
  const submit = useSubmit({
    body: entry,
    send: async (body) => {
      const made = newFollowUp(body, me, new Date());
      await keep((known) => withFollowUp(known, made));
      onClose();
    },
  });
  const known = readFollowUps(attributes);
  return (
    <FormDialog
      title={t('tracked.title')}
      act={t('tracked.keep')}
      submit={{ ...submit, error: submit.error ?? removeError }}
      onClose={onClose}
      keptAs={`follow_up/${work.documents.id}`}
    >
      {known.length === 0 ? null : (
        <ul className="c2 tracked-list">
          {known.map((each) => (
            <li key={each.follow_up_id}>
              <span>
                {each.text}
                <em>
                  {each.done ? t('tracked.isDone') : longDay(`${each.due}T00:00:00.000Z`)}, {each.whose}
                </em>
              </span>
              {each.done ? null : (
                <Button
                  kind="quiet"
                  size="s"
                  icon="trash"
                  label={t('tracked.remove', { text: each.text })}
                  onPress={() => {
                    keep((now) => withoutFollowUp(now, each.follow_up_id)).catch(setRemoveError);
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="c2">{t('tracked.help')}</p>
      <FollowUpFields fields={fields} change={change} tried={submit.tried} />
    </FormDialog>
  );
}
