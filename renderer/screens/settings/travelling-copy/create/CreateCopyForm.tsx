/**
 * Form that creates a travelling copy. Compares the size counted by the home vault with the free disk space before
 * it starts.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COPY_LEASE_DAYS } from '#contract/limits.ts';
import type { TravelState } from '#renderer/api/desktop-bridge.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { PassphraseField } from '#renderer/components/passphrase/PassphraseField.tsx';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { createTravellingCopy } from '#renderer/state/vault/travelling-copy-location.ts';
import { ExamPeriodSelect, sinceOf } from './ExamPeriodSelect.tsx';
import { useOwnGroups } from './use-own-groups.ts';

/** Factor for indexes, certificates and offline changes in addition to sealed data. */
const ROOM_FACTOR = 1.5;

/** Fields for groups, period and passphrase, with the needed disk space. */
export function CreateCopyForm({ state }: { readonly state: TravelState }) {
  const { t } = useTranslation();
  const principalId = useSession((known) => known.session?.principal.principal_id);
  const groups = useOwnGroups();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [days, setDays] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const known = groups.data ?? [];
  const chosen = known.map(({ security_group_id }) => security_group_id).filter((id) => !left.has(id));
  const size = useSize(chosen, days);
  const isTooMuch = size !== undefined && size.bytes * ROOM_FACTOR > state.free_bytes;
  const isReady = chosen.length > 0 && principalId !== undefined && !isTooMuch;
  const { tried, busy, error, form, onSubmit } = useSubmit({
    // The secret stays in its field and is not part of the form's state.
    body: isReady && passphrase !== '' ? { chosen, days, principalId } : undefined,
    send: async (body) => {
      const since = sinceOf(body.days);
      await createTravellingCopy(
        {
          passphrase,
          principal_id: body.principalId,
          groups: body.chosen.map((security_group_id) => ({ security_group_id, since })),
        },
        size?.exams ?? 0,
      );
    },
  });
  return (
    <>
      <h2 className="sub">{t('travel.takeAct')}</h2>
      {state.failure === null ? null : (
        <div className="alert inset s-error" role="alert">
          <Icon name="state-error" />
          <p className="d">{t(`travel.desk.failures.${state.failure}`)}</p>
        </div>
      )}
      <form className="set-fields" ref={form} onSubmit={onSubmit} aria-busy={busy} noValidate>
        {groups.error === undefined ? null : <ErrorNotice error={groups.error} />}
        <fieldset className="fld bare">
          <legend className="lab">{t('travel.desk.groups')}</legend>
          {known.map(({ security_group_id, name }) => (
            <Checkbox
              key={security_group_id}
              checked={!left.has(security_group_id)}
              onChange={(isTaken) => {
                const next = new Set(left);
                if (isTaken) next.delete(security_group_id);
                else next.add(security_group_id);
                setLeft(next);
              }}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
        <ExamPeriodSelect days={days} onChange={setDays} />
        <div className="fld">
          <span className="lab">{t('travel.desk.space')}</span>
          <p className={isTooMuch ? 'state s-error' : 'mid'} role="status">
            {size === undefined
              ? t('travel.desk.counting')
              : t(isTooMuch ? 'travel.desk.tooMuch' : 'travel.desk.spaceText', {
                  count: size.exams,
                  number: count(size.exams),
                  size: byteSize(size.bytes),
                  free: byteSize(state.free_bytes),
                })}
          </p>
        </div>
        <PassphraseField
          label={t('travel.desk.passphrase')}
          value={passphrase}
          onChange={setPassphrase}
          error={tried && passphrase === '' ? t('gate.emptyPassphrase') : undefined}
          size="m"
        />
        <p className="note">
          {t('travel.desk.lease', { count: COPY_LEASE_DAYS, number: count(COPY_LEASE_DAYS) })}
        </p>
        {error === undefined ? null : <ErrorNotice error={error} />}
        <Button kind="primary" type="submit" unavailable={busy || !isReady}>
          {t('travel.desk.take')}
        </Button>
      </form>
    </>
  );
}

/** Size of the selection as counted by the home vault; undefined while counting. */
function useSize(groups: readonly string[], days: string): { exams: number; bytes: number } | undefined {
  const [size, setSize] = useState<{ exams: number; bytes: number }>();
  const key = groups.join(' ');
  useEffect(() => {
    let isWanted = true;
    setSize(undefined);
    const since = sinceOf(days);
    const ids = key === '' ? [] : key.split(' ');
    const counted = ids.map((security_group_id) =>
      vault().travel.size({ security_group_id, ...(since === null ? {} : { since }) }),
    );
    Promise.all(counted)
      .then((sizes) => {
        const sum = (of: (one: (typeof sizes)[number]) => number) =>
          sizes.reduce((total, one) => total + of(one), 0);
        if (isWanted) setSize({ exams: sum(({ exams }) => exams), bytes: sum(({ bytes }) => bytes) });
      })
      // Without a size the copy can still be created; running out of space is reported then.
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [key, days]);
  return size;
}
