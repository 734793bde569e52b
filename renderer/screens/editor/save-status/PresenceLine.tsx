import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PresentSession } from '#contract/events/presence.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

/**
 * Lists other sessions that have this exam open, at the right of the save status. Changes are announced
 * politely.
 */
export function PresenceLine() {
  const { t } = useTranslation();
  const present = useEditingState((state) => state.present);
  const session = useSession((state) => state.session);
  const words = present.length === 0 ? undefined : wordsFor(present, t);
  return (
    <span role="status" className={words === undefined ? 'vh' : 'pres'}>
      {words === undefined ? null : (
        <>
          <Icon name="person" />
          {words}
        </>
      )}
    </span>
  );

  function wordsFor(others: readonly PresentSession[], t: TFunction): string {
    const [only] = others;
    if (only && others.length === 1) {
      if (isSelf(only))
        return t(`editor.present.${only.activity === 'writing' ? 'selfWriting' : 'selfReading'}`);
      return t(`editor.present.${only.activity}`, { who: nameOf(only) });
    }
    const who = new Intl.ListFormat(localeTag(), { type: 'conjunction' });
    const names = others.map((each) => (isSelf(each) ? t('editor.present.self') : nameOf(each)));
    return t('editor.present.several', { who: who.format([...new Set(names)]) });
  }

  function isSelf({ principal_id }: PresentSession): boolean {
    return principal_id === session?.principal.principal_id;
  }

  /** Adds the computer's name if it is not this one. */
  function nameOf({ display_name: name, client_cn: place }: PresentSession): string {
    return place === session?.client_cn ? name : t('editor.present.placed', { name, place });
  }
}
