import { useTranslation } from 'react-i18next';
import { NameDialog } from '#renderer/components/forms/NameDialog.tsx';
import type { ExamFilter } from '#renderer/lists/worklist/exam-filter.ts';
import { saveView } from '#renderer/lists/worklist/saved-views.ts';
import { useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { setSearch } from '#renderer/state/shell/search-store.ts';

interface SaveViewDialogProps {
  readonly filter: ExamFilter;
  readonly searching: boolean;
  readonly onClose: () => void;
}

export function SaveViewDialog({ filter, searching, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const base = useWorklist((state) => state.base);
  return (
    <NameDialog
      title={t('worklist.saveViewTitle')}
      label={t('worklist.viewName')}
      missing={t('worklist.viewNameMissing')}
      act={t('worklist.saveViewAct')}
      send={async (name) => {
        await saveView(name, searching ? 'all' : base, filter);
        setSearch('');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
