import { useWork } from '#renderer/editor/work/work-context.ts';
import { openDialog, useView } from '../view-store.ts';
import { AmendDialog } from './AmendDialog.tsx';
import { CriticalDialog } from './CriticalDialog.tsx';
import { NewFieldDialog } from './NewFieldDialog.tsx';
import { NewMacroDialog } from './NewMacroDialog.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

/** Whichever dialog of the editor is open. */
export function EditorDialogs() {
  const dialog = useView((state) => state.dialog);
  const { documents } = useWork();
  const close = () => openDialog(undefined);
  switch (dialog) {
    case 'template':
      return <TemplateDialog onClose={close} />;
    case 'new_field':
      return <NewFieldDialog onClose={close} />;
    case 'new_macro':
      return <NewMacroDialog onClose={close} />;
    case 'amend':
      return <AmendDialog onClose={close} />;
    case 'critical':
      return documents.resource === 'exams' ? <CriticalDialog onClose={close} /> : null;
    default:
      return null;
  }
}
