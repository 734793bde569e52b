import { useTranslation } from 'react-i18next';
import type { AddressState, RemoteAddress } from '#main/preload/bridge.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

/** Address without a state while it is being probed. */
export type ListedAddress = Pick<RemoteAddress, 'address'> & Partial<RemoteAddress>;

interface AddressListProps {
  readonly addresses: readonly ListedAddress[];
  readonly current?: string | undefined;
}

type Look = readonly [tone: string, icon: IconName];
const QUIET: Look = ['s-locked', 'minus'];
const WRONG: Look = ['s-error', 'state-error'];

function lookOf(state: AddressState | undefined, isCurrent: boolean): Look {
  if (state === 'answers') return isCurrent ? ['s-final', 'state-final'] : ['s-sealed', 'state-sealed'];
  return state === undefined || state === 'unreachable' ? QUIET : WRONG;
}

/** Lists the addresses of a remote vault with the result of the last probe. */
export function AddressList({ addresses, current }: AddressListProps) {
  const { t } = useTranslation();
  const words = (state: AddressState | undefined, isCurrent: boolean) => {
    if (state === undefined) return t('place.asking');
    return t(state === 'answers' && isCurrent ? 'place.states.in_use' : `place.states.${state}`);
  };
  return (
    <ul className="addr" aria-label={t('place.addresses')}>
      {addresses.map(({ address, state }) => {
        const isCurrent = address === current;
        const [tone, icon] = lookOf(state, isCurrent);
        return (
          <li key={address}>
            <Icon name="server" />
            <code>{address.replace(/^https:\/\//, '')}</code>
            <span className={`state ${tone}`}>
              <Icon name={icon} />
              {words(state, isCurrent)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
