/** Settings of the DICOM receiver as a table, with an `echoscu` command to test the port. Administrators only. */
import { useTranslation } from 'react-i18next';
import type { Group } from '#contract/access/principals.ts';
import type { ReceiverState } from '#contract/imaging/receiver-settings.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { copyForAMinute } from '#renderer/state/unsaved/clipboard.ts';
import { sendersText } from './parse-senders.ts';

interface ReceiverRowsProps {
  readonly state: ReceiverState;
  readonly groups: readonly Group[];
  readonly onChange: () => void;
}

/** Shows the settings in force, or those that would apply while the port is closed. */
export function ReceiverRows({ state, groups, onChange }: ReceiverRowsProps) {
  const { t } = useTranslation();
  const { settings, open } = state;
  const { ae_title, port, allow, security_group_id } = open ?? settings;
  const group = groups.find((known) => known.security_group_id === security_group_id) ?? groups[0];
  const host = allow.length === 0 ? '127.0.0.1' : t('receiver.testHost');
  const command = `echoscu -aec ${ae_title.includes(' ') ? `"${ae_title}"` : ae_title} ${host} ${port}`;
  return (
    <>
      <h2 className="sub">
        {t('receiver.section')}
        <span className="gap" />
        <Button size="s" onPress={onChange}>
          {t('receiver.change')}
        </Button>
      </h2>
      <table className="plain-table">
        <caption className="vh">{t('receiver.grid')}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('receiver.aeTitle')}</th>
            <td>{t('receiver.portAndTitle', { title: ae_title, port: String(port) })}</td>
          </tr>
          <tr>
            <th scope="row">{t('receiver.senders')}</th>
            <td>
              {allow.length === 0 ? t('receiver.thisComputer') : <code>{sendersText(allow)}</code>}
              <p className="note">{t('receiver.clear')}</p>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('receiver.group')}</th>
            <td>{group?.name ?? ''}</td>
          </tr>
          <tr>
            <th scope="row">{t('receiver.test')}</th>
            <td>
              <p className="note">{t('receiver.testText')}</p>
              <p className="copied-line">
                <code>{command}</code>
                <Button size="s" icon="copy" onPress={() => copyForAMinute(command)}>
                  {t('receiver.copy')}
                </Button>
              </p>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('receiver.stow')}</th>
            <td>
              {t(settings.stow ? 'receiver.stowOn' : 'receiver.stowOff')}
              <p className="note">
                <code>POST /v1/dicomweb/{group?.security_group_id ?? ''}/studies</code>
              </p>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
