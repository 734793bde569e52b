import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { canRun } from '#renderer/commands/command-registry.ts';
import { COMMAND_BY_ID } from '#renderer/commands/command-table.ts';
import { hintKey } from '#renderer/commands/keymap.ts';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import { type Region, showAllKeys } from '#renderer/state/shell/handbook-store.ts';
import { Keycaps } from './InlineText.tsx';
import { REGION_KEYS, REGION_NAMES } from './region-keys.ts';

/** Keys of the region the person came from, as they are set in this window; only commands that can run there. */
export function ScreenKeys({ region }: { readonly region: Region }) {
  const { t } = useTranslation();
  const values = usePreferences((state) => state.values);
  const rows = REGION_KEYS[region].flatMap((id) => {
    const command = COMMAND_BY_ID.get(id);
    const chord = command && (command.fixed || canRun(id)) ? hintKey(command, values) : undefined;
    return chord === undefined ? [] : [{ id, chord }];
  });
  return (
    <>
      <h3>
        {t('handbook.onScreen')}
        <span>{t(REGION_NAMES[region])}</span>
      </h3>
      <dl>
        {rows.map(({ id, chord }) => (
          <Fragment key={id}>
            <dt>{t(`commands.${id}`)}</dt>
            <dd>
              <Keycaps chord={chord} />
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="acts">
        <button type="button" className="link" onClick={() => showAllKeys()}>
          {t('handbook.allKeys')}
        </button>
        <button type="button" className="link" onClick={() => showAllKeys(true)}>
          {t('handbook.changeKeys')}
        </button>
      </p>
    </>
  );
}
