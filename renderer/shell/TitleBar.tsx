/** Title bar: workspace, the five main screens, search, settings, unlocked person, lock. */
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Logo } from '#renderer/components/icons/Logo.tsx';
import { clockTime } from '#renderer/messages/dates.ts';
import { lock, useSession } from '#renderer/state/session/session-store.ts';
import { useRoute } from '#renderer/state/shell/route-store.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { OfflineStatus } from './OfflineStatus.tsx';
import { SearchBox } from './SearchBox.tsx';

const PLACES = ['worklist', 'patients', 'templates', 'files', 'trash'] as const;

/** Returns the main screen a route belongs to; an open report belongs to the worklist. */
function placeOf(first: string | undefined): string {
  return first === undefined || first === 'exams' ? 'worklist' : first;
}

export function TitleBar() {
  const { t } = useTranslation();
  const place = useRoute((route) => placeOf(route.path[0]));
  const name = useSession((state) => state.vault?.name);
  const session = useSession((state) => state.session);
  const travels = useIsTravellingCopy();
  const { keyShortcut } = useKeyHint('lock');
  return (
    <header className="titlebar">
      <button type="button" className="skip" onClick={focusMain}>
        {t('frame.skip')}
      </button>
      <span className="brand">
        <Logo />
        <span className="brand-name">{name}</span>
      </span>
      <nav aria-label={t('frame.mainNavigation')}>
        {PLACES.map((known) => (
          <Link key={known} className="nav" to={[known]} current={known === place ? 'page' : undefined}>
            {t(`frame.${known}`)}
          </Link>
        ))}
      </nav>
      <SearchBox />
      <Link className="nav" to={['settings']} current={place === 'settings' ? 'page' : undefined}>
        {t('frame.settings')}
      </Link>
      {travels ? <OfflineStatus /> : null}
      {session ? (
        <span
          className="who"
          title={t('frame.sessionTitle', {
            opened: clockTime(session.created_at),
            ends: clockTime(session.expires_at),
          })}
        >
          {session.principal.display_name}
        </span>
      ) : null}
      <Button kind="quiet" size="s" icon="lock" keyShortcut={keyShortcut} onPress={() => lock('asked')}>
        {t('frame.lock')}
      </Button>
    </header>
  );
}

function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main [data-pane-start], main [tabindex="0"], main');
  main?.focus();
}
