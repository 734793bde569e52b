/** Two tables of the travelling copy's settings: its groups with their size, and the addresses of the home vault. */
import { useTranslation } from 'react-i18next';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { changedAt, shortDay } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';

interface TakenRowsProps {
  readonly taken: TravellingCopyStatus['taken'];
  readonly onChange: () => void;
}

/** Lists the groups on this computer and their period. */
export function CopiedGroupRows({ taken, onChange }: TakenRowsProps) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="sub">
        {t('travel.takenAlong')}
        <button type="button" className="link" onClick={onChange}>
          {t('travel.change')}
        </button>
      </h2>
      <table className="plain-table travel-table">
        <caption className="vh">{t('travel.takenAlong')}</caption>
        <tbody>
          {taken.map((group) => (
            <tr key={group.security_group_id}>
              <td>
                <b>{group.name}</b>
                <i>
                  {group.since === null
                    ? t('travel.allExams')
                    : t('travel.examsSince', { day: shortDay(group.since) })}
                </i>
              </td>
              <td className="mid">{t('travel.exams', { count: group.exams, number: count(group.exams) })}</td>
              <td className="num mid">{byteSize(group.bytes)}</td>
              <td>
                <span className={`state ${group.is_whole ? 's-final' : 's-draft'}`}>
                  <Icon name={group.is_whole ? 'state-final' : 'state-working'} />
                  {t(group.is_whole ? 'travel.whole' : 'travel.notWhole')}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface AddressRowsProps {
  readonly addresses: TravellingCopyStatus['addresses'];
  readonly onChange: () => void;
}

/** Lists the home vault's addresses with their last response. */
export function AddressRows({ addresses, onChange }: AddressRowsProps) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="sub">
        {t('travel.addresses')}
        <button
          type="button"
          className="link"
          onClick={onChange}
          aria-label={`${t('travel.change')}: ${t('travel.addresses')}`}
        >
          {t('travel.change')}
        </button>
      </h2>
      <table className="plain-table travel-table">
        <caption className="vh">{t('travel.addresses')}</caption>
        <tbody>
          {addresses.map(({ address, answers, answered_at }) => (
            <tr key={address}>
              <td>
                <code>{address.replace(/^https:\/\//, '')}</code>
              </td>
              <td className="mid" colSpan={2}>
                {answered_at === null ? null : t('travel.lastAnswer', { when: changedAt(answered_at) })}
              </td>
              <td>
                <span className={`state ${answers === true ? 's-final' : 's-locked'}`}>
                  <Icon name={answers === true ? 'state-final' : 'minus'} />
                  {t(answers === null ? 'travel.notAsked' : answers ? 'travel.answers' : 'travel.silent')}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
