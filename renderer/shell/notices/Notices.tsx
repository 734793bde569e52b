/** Toasts and the lock warning, bottom left above the status bar. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { countdown } from '#renderer/messages/numbers.ts';
import { stayUnlocked, useIdle } from '#renderer/state/session/idle-clock.ts';
import { dismissToast, type Toast, useToasts } from '#renderer/state/toast-store.ts';
import { AdminNotice } from './AdminNotice.tsx';
import { CertificateNotice } from './CertificateNotice.tsx';
import { SecretNotice } from './SecretNotice.tsx';

const SHOWN_MS = 6_000;

export function Notices() {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <section className="notices" aria-label={t('frame.notices')}>
      <div aria-live="polite">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} />
        ))}
      </div>
      <SecretNotice />
      <AdminNotice />
      <CertificateNotice />
      <LockWarning />
    </section>
  );
}

function ToastRow({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice from leaving
    <div
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.icon} />
      <span>{toast.text}</span>
      {toast.action ? (
        <Button
          kind="quiet"
          size="s"
          onPress={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      ) : null}
      <Button
        kind="quiet"
        size="s"
        icon="close"
        label={t('frame.dismiss')}
        onPress={() => dismissToast(toast.id)}
      />
    </div>
  );
}

function LockWarning() {
  const { t } = useTranslation();
  const secondsLeft = useIdle((state) => state.secondsLeft);
  const canStay = useIdle((state) => state.canStay);
  if (secondsLeft === undefined) return null;
  return (
    <div className="toast" role="alert">
      <Icon name="lock" />
      {/*
       * The countdown is hidden from screen readers, because reading it every second would drown the button.
       */}
      <span aria-hidden="true">{t('frame.locksIn', { time: countdown(secondsLeft) })}</span>
      <span className="vh">{t('frame.locksIn', { time: countdown(30) })}</span>
      {canStay ? (
        <Button size="s" onPress={stayUnlocked}>
          {t('frame.stayUnlocked')}
        </Button>
      ) : null}
    </div>
  );
}
