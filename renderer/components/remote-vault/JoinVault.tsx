/**
 * Joins a vault on another computer: credential folder, addresses with probe results, invite code. The
 * founder's key is compared with a tick that is never preset. "Not the same" stops and stores nothing.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { AddressList } from './AddressList.tsx';
import { FounderKey } from './FounderKey.tsx';
import type { useJoin } from './use-join.ts';

interface JoinVaultProps {
  readonly joining: ReturnType<typeof useJoin>;
  /** Called before the open vault is left. */
  readonly beforeJoin?: () => Promise<void>;
  readonly onJoined: (inviteCode: string) => void;
}

export function JoinVault({ joining, beforeJoin, onJoined }: JoinVaultProps) {
  const { t } = useTranslation();
  const [another, setAnother] = useState('');
  const [inviteCode, setInviteCode] = useState('');
  const [isSame, setIsSame] = useState(false);
  const [differed, setDiffered] = useState(false);
  const { credential, vault, failure } = joining;
  const founderKey = vault?.founder_key;
  // Key for which the box was ticked, because a tick must not carry over to another key.
  const ticked = useRef<string>(undefined);
  useEffect(() => {
    if (ticked.current !== founderKey) setIsSame(false);
    ticked.current = founderKey;
  }, [founderKey]);

  const add = async () => {
    if (another.trim() !== '' && (await joining.add(another.trim()))) setAnother('');
  };
  const { busy, error, form, onSubmit } = useSubmit({
    body: isSame ? founderKey : undefined,
    send: async (key) => {
      await beforeJoin?.();
      await joining.join(key);
      onJoined(inviteCode.trim());
    },
  });
  const submit = (event: FormEvent) => {
    if (another.trim() === '') return onSubmit(event);
    event.preventDefault();
    return add();
  };

  return (
    <form className="rv" ref={form} onSubmit={submit} noValidate>
      {differed ? <Said text={t('place.differed')} /> : null}
      {failure === 'no_credential' ? <Said text={t('place.noCredential')} /> : null}
      {failure === 'changed' ? <Said text={t('place.changed')} /> : null}
      {error === undefined || failure ? null : <ErrorNotice error={error} />}
      <div className="fld">
        <span className="lab">
          {t('place.credential')} <span className="dim">{t('place.credentialHelp')}</span>
        </span>
        <p className="acts2">
          <Button
            kind={credential ? 'plain' : 'primary'}
            icon="key"
            onPress={() => {
              setDiffered(false);
              joining.choose();
            }}
          >
            {t(credential ? 'place.chooseAnother' : 'place.choose')}
          </Button>
          {credential ? <code>{credential.client_cn}</code> : null}
        </p>
      </div>
      {credential ? (
        <>
          <div className="fld">
            <span className="lab">
              {t('place.addresses')} <span className="dim">{t('place.addressesHelp')}</span>
            </span>
            <AddressList
              addresses={joining.addresses}
              current={joining.addresses.find(({ state }) => state === 'answers')?.address}
            />
          </div>
          <TextField
            label={t('place.another')}
            help={t('place.anotherHelp')}
            value={another}
            onChange={setAnother}
            error={failure === 'no_address' ? t('place.noAddress') : undefined}
            refusable
            mono
          >
            <Button size="s" kind="quiet" onPress={add}>
              {t('place.add')}
            </Button>
          </TextField>
        </>
      ) : null}
      {credential && !vault ? (
        <p className="note" role="status">
          {joining.isAsking ? t('place.asking') : t('place.noneOfUse')}{' '}
          {joining.isAsking ? null : (
            <Button size="s" icon="retry" onPress={joining.askAgain}>
              {t('common.retry')}
            </Button>
          )}
        </p>
      ) : null}
      {vault ? (
        <>
          <TextField
            label={t('place.inviteCode')}
            help={t('place.inviteHelp')}
            value={inviteCode}
            onChange={setInviteCode}
            size="l"
            mono
          />
          <div className="fld">
            <span className="lab">{t('place.founder', { name: vault.name })}</span>
            <FounderKey founderKey={vault.founder_key} />
            <Checkbox checked={isSame} onChange={setIsSame}>
              {t('place.same')}
            </Checkbox>
          </div>
          <div className="gate-acts">
            <Button kind="primary" size="l" type="submit" unavailable={!isSame}>
              {busy ? t('place.opening') : t('place.goOn')}
            </Button>
            <Button
              kind="quiet"
              size="l"
              onPress={() => {
                joining.forget();
                setDiffered(true);
              }}
            >
              {t('place.notTheSame')}
            </Button>
          </div>
        </>
      ) : null}
    </form>
  );
}

function Said({ text }: { readonly text: string }) {
  return (
    <div className="alert inset s-error" role="alert">
      <Icon name="state-error" />
      <p className="d">{text}</p>
    </div>
  );
}
