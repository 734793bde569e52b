/**
 * Frame of the unlocked vault: title bar, current screen, notices, palette, shortcut sheet, new exam dialog.
 */
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandKeys } from '#renderer/commands/command-registry.ts';
import { lazyComponent } from '#renderer/components/loading/lazy-component.tsx';
import { FetchDialog } from '#renderer/screens/fetch/FetchDialog.tsx';
import { NewExamDialog } from '#renderer/screens/new-exam/NewExamDialog.tsx';
import { CommandPalette } from '#renderer/screens/palette/CommandPalette.tsx';
import { SampleBand } from '#renderer/screens/sample/SampleBand.tsx';
import { SampleDialog } from '#renderer/screens/sample/SampleDialog.tsx';
import { ShortcutSheet } from '#renderer/screens/shortcuts/ShortcutSheet.tsx';
import { UploadOwnerDialog } from '#renderer/screens/upload-owner/UploadOwnerDialog.tsx';
import { loadPreferences } from '#renderer/state/preferences-store.ts';
import { loadRecordCaches } from '#renderer/state/record-cache/record-caches.ts';
import { loadAdminNotices } from '#renderer/state/session/admin-notices.ts';
import { loadExpiringCertificates } from '#renderer/state/session/expiring-certificates.ts';
import { loadSecretNotices } from '#renderer/state/session/secret-notices.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { closeOverlay, reopenOverlay, useOverlay } from '#renderer/state/shell/overlay-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { resumeUploadsAfterLock } from '#renderer/state/unsaved/stashed-uploads.ts';
import { CurrentScreen } from './CurrentScreen.tsx';
import { keepPaperLocale } from './keep-paper-locale.ts';
import { Notices } from './notices/Notices.tsx';
import { useFrameCommands } from './shell-commands.ts';
import { TitleBar } from './TitleBar.tsx';
import { useWindowDrop } from './use-window-drop.ts';

/** Loaded on demand, because both need the FHIR mapping and the DICOM parser. */
const DeidentifyDialog = lazyComponent(
  async () => (await import('#renderer/screens/deidentify/DeidentifyDialog.tsx')).DeidentifyDialog,
);
const ImportDialog = lazyComponent(
  async () => (await import('#renderer/screens/import/ImportDialog.tsx')).ImportDialog,
);
/** Dialog of the starter set, loaded on demand because it includes all its texts. */
const StarterDialog = lazyComponent(
  async () => (await import('#renderer/screens/starter/StarterDialog.tsx')).StarterDialog,
);

export function AppFrame() {
  const { t } = useTranslation();
  const overlay = useOverlay((state) => state.overlay);
  useCommandKeys();
  useFrameCommands();
  useWindowDrop();
  useEffect(() => {
    loadRecordCaches();
    reopenOverlay();
    // Without stored preferences the defaults apply; the settings screen shows the error.
    const preferred = loadPreferences().catch(() => undefined);
    preferred.then(keepPaperLocale).catch(() => undefined);
    preferred.then(loadSecretNotices).catch(() => undefined);
    // On failure the findings are shown at the next unlock, and in the settings.
    if (useSession.getState().session?.principal.is_admin === true)
      preferred.then(loadAdminNotices).catch(() => undefined);
    void resumeUploadsAfterLock().then((count) => {
      if (count > 0) showToast({ icon: 'upload', text: t('files.goesOn', { count }) });
    });
    // A failed check must not prevent working; `doctor` reports expiry too.
    loadExpiringCertificates().catch(() => undefined);
  }, [t]);
  return (
    <div className="app">
      <TitleBar />
      <SampleBand />
      <CurrentScreen />
      <Notices />
      <UploadOwnerDialog />
      {overlay?.kind === 'palette' ? <CommandPalette /> : null}
      {overlay?.kind === 'shortcuts' ? <ShortcutSheet onClose={closeOverlay} /> : null}
      {overlay?.kind === 'fetch' ? <FetchDialog /> : null}
      {overlay?.kind === 'sample' ? <SampleDialog /> : null}
      <Suspense>
        {overlay?.kind === 'starter' ? <StarterDialog /> : null}
        {overlay?.kind === 'import' ? <ImportDialog files={overlay.files} /> : null}
        {overlay?.kind === 'deidentify' ? (
          <DeidentifyDialog examId={overlay.exam_id} title={overlay.title} />
        ) : null}
      </Suspense>
      {overlay?.kind === 'new_exam' ? (
        <NewExamDialog patientId={overlay.patient_id} typed={overlay.typed} />
      ) : null}
    </div>
  );
}
