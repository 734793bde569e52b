/** Registers commands available on every screen. Each screen registers its own. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { nextToReport } from '#renderer/lists/worklist/next-unsigned.ts';
import { selectExam, useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { placeOfFocus } from '#renderer/screens/handbook/focus-place.ts';
import { setAppearance, stepZoom } from '#renderer/state/appearance-store.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { lock } from '#renderer/state/session/session-store.ts';
import { openHandbook, showAllKeys, useHandbook } from '#renderer/state/shell/handbook-store.ts';
import { openOverlay, useOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate, useRoute } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { cyclePane } from './focus/pane-navigation.ts';

/** Returns the patient whose screen is open, as the default for a new exam. */
function openPatientId(): string | undefined {
  const [screen, id] = useRoute.getState().path;
  return screen === 'patients' && id !== 'new' ? id : undefined;
}

/** Opens the exam before or after the open one in the worklist's last order. */
function openNeighbour(step: 1 | -1): void {
  const [screen, id] = useRoute.getState().path;
  const { order, selected_id } = useWorklist.getState();
  const from = order.indexOf((screen === 'exams' ? id : selected_id) ?? '');
  const next = order[from + step];
  if (next === undefined) return;
  selectExam(next);
  if (screen === 'exams') navigate(['exams', next]);
}

/** Opens the next unreported exam in the order of the list last shown. */
function openNextToReport(t: TFunction): void {
  const [screen, id] = useRoute.getState().path;
  const { order, selected_id } = useWorklist.getState();
  const { rows } = examCache.use.getState();
  const open = screen === 'exams' ? id : undefined;
  const next = nextToReport(rows, order, { open, chosen: selected_id });
  if (next === undefined) {
    showToast({ icon: 'check', text: t('worklist.nothingToReport') });
    return;
  }
  selectExam(next.id);
  navigate(['exams', next.id]);
}

/** Opens the page of the place that has the focus; pressed again, all keys. */
function openHandbookOrKeys(): void {
  const { view } = useHandbook.getState();
  const hasKeys = view?.kind === 'keys' || useOverlay.getState().overlay?.kind === 'shortcuts';
  if (view?.kind === 'pages') showAllKeys();
  else if (!hasKeys) openHandbook(placeOfFocus());
}

/** React hook that registers the commands. */
export function useFrameCommands(): void {
  const { t } = useTranslation();
  useCommand('palette', () => openOverlay({ kind: 'palette' }));
  useCommand('handbook', openHandbookOrKeys);
  useCommand('shortcuts', () => openOverlay({ kind: 'shortcuts' }));
  useCommand('search', () => document.getElementById('vault-search')?.focus());
  useCommand('newExam', () => openOverlay({ kind: 'new_exam', patient_id: openPatientId() }));
  useCommand('newPatient', () => navigate(['patients', 'new']));
  useCommand('fetch', () => openOverlay({ kind: 'fetch' }));
  useCommand('importRecords', () => openOverlay({ kind: 'import' }));
  useCommand('samplePractice', () => openOverlay({ kind: 'sample' }));
  useCommand('starterSet', () => openOverlay({ kind: 'starter' }));
  useCommand('lock', () => {
    lock('asked');
  });
  useCommand('nextPane', () => cyclePane(1));
  useCommand('previousPane', () => cyclePane(-1));
  useCommand('nextToReport', () => openNextToReport(t));
  useCommand('nextExam', () => openNeighbour(1));
  useCommand('previousExam', () => openNeighbour(-1));
  useCommand('goWorklist', () => navigate(['worklist']));
  useCommand('goPatients', () => navigate(['patients']));
  useCommand('goTemplates', () => navigate(['templates']));
  useCommand('goFiles', () => navigate(['files']));
  useCommand('goFollowUps', () => navigate(['worklist', 'follow-ups']));
  useCommand('goCritical', () => navigate(['worklist', 'critical']));
  useCommand('goTrash', () => navigate(['trash']));
  useCommand('goSettings', () => navigate(['settings']));
  useCommand('themeLight', () => setAppearance({ theme: 'light' }));
  useCommand('themeDark', () => setAppearance({ theme: 'dark' }));
  useCommand('themeDim', () => setAppearance({ theme: 'dim' }));
  useCommand('zoomIn', () => stepZoom(1));
  useCommand('zoomOut', () => stepZoom(-1));
}
