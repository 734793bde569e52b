/** Maps the route to its screen. The worklist is loaded with the frame, the others on demand. */
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { lazyComponent } from '#renderer/components/loading/lazy-component.tsx';
import { WorklistScreen } from '#renderer/screens/worklist/WorklistScreen.tsx';
import { type Route, useRoute } from '#renderer/state/shell/route-store.ts';
import { ScreenBoundary } from './ScreenBoundary.tsx';

const EditorScreen = lazyComponent(
  async () => (await import('#renderer/screens/editor/EditorScreen.tsx')).EditorScreen,
);
const FilesScreen = lazyComponent(
  async () => (await import('#renderer/screens/files/FilesScreen.tsx')).FilesScreen,
);
const PatientFormScreen = lazyComponent(
  async () => (await import('#renderer/screens/patient-form/PatientFormScreen.tsx')).PatientFormScreen,
);
const PatientScreen = lazyComponent(
  async () => (await import('#renderer/screens/patient/PatientScreen.tsx')).PatientScreen,
);
const PatientsScreen = lazyComponent(
  async () => (await import('#renderer/screens/patients/PatientsScreen.tsx')).PatientsScreen,
);
const SettingsScreen = lazyComponent(
  async () => (await import('#renderer/screens/settings/SettingsScreen.tsx')).SettingsScreen,
);
const TemplatesScreen = lazyComponent(
  async () => (await import('#renderer/screens/templates/TemplatesScreen.tsx')).TemplatesScreen,
);
const TrashScreen = lazyComponent(
  async () => (await import('#renderer/screens/trash/TrashScreen.tsx')).TrashScreen,
);

export function CurrentScreen() {
  const route = useRoute();
  return (
    <ScreenBoundary place={route.path.join('/')}>
      <Suspense fallback={<Opening />}>{screenOf(route)}</Suspense>
    </ScreenBoundary>
  );
}

function screenOf({ path }: Route) {
  const [screen, id, act] = path;
  switch (screen) {
    case 'patients':
      if (id === undefined) return <PatientsScreen />;
      if (id === 'new') return <PatientFormScreen key="new" patientId={undefined} />;
      return act === 'edit' ? (
        <PatientFormScreen key={id} patientId={id} />
      ) : (
        <PatientScreen key={id} patientId={id} />
      );
    case 'exams':
      return id === undefined ? <WorklistScreen /> : <EditorScreen key={id} resource="exams" id={id} />;
    case 'templates':
      return id === undefined ? <TemplatesScreen /> : <EditorScreen key={id} resource="templates" id={id} />;
    case 'files':
      return <FilesScreen groupId={id} folderId={act} />;
    case 'trash':
      return <TrashScreen />;
    case 'settings':
      return <SettingsScreen section={id} />;
    default:
      return <WorklistScreen />;
  }
}

function Opening() {
  const { t } = useTranslation();
  return (
    <main className="main opening">
      <p className="state s-sealed">
        <Icon name="state-working" className="turning" />
        {t('frame.readingRoom')}
      </p>
    </main>
  );
}
