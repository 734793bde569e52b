import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { pinExam, useIsTravellingCopy, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

/** Switch of a travelling copy: keep the content of this exam's files here always, or only once opened. */
export function PinExam({ examId }: { readonly examId: string }) {
  const { t } = useTranslation();
  const travels = useIsTravellingCopy();
  const pin = useTravellingCopy(({ status }) => status?.pins.find(({ exam_id }) => exam_id === examId));
  const { error, act } = useAsyncAction();
  /** Chosen state, shown until the travelling copy confirms it. */
  const [wanted, setWanted] = useState<boolean>();
  if (!travels) return null;
  const { files = 0, files_here = 0 } = pin ?? {};
  const how =
    files_here === files
      ? t('travel.pinWhole')
      : t('travel.pinHere', { here: count(files_here), of: count(files) });
  return (
    <>
      <Checkbox
        look="switch"
        checked={wanted ?? pin !== undefined}
        onChange={(isPinned) => {
          setWanted(isPinned);
          void act(() => pinExam(examId, isPinned)).then(() => setWanted(undefined));
        }}
      >
        {t('travel.pin')}
      </Checkbox>
      {pin === undefined ? null : <p className="note">{how}</p>}
      {error === undefined ? null : <ErrorNotice error={error} />}
    </>
  );
}
