import { useTranslation } from 'react-i18next';
import type { RenameChoice } from '#contract/sync/travelling-copy.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { resolveName } from '#renderer/state/vault/travelling-copy.ts';

interface NameChoiceProps {
  readonly nodeId: string;
  /** Name given on this copy. */
  readonly own: string;
}

/** A file or folder that both sides renamed. The home vault's name is in use; the own one is offered. */
export function RenameConflict({ nodeId, own }: NameChoiceProps) {
  const { t } = useTranslation();
  const { busy, error, act } = useAsyncAction();
  const keep = (side: RenameChoice) => act(() => resolveName(nodeId, side));
  return (
    <>
      <em>{t('travel.renamed.text', { name: own })}</em>
      <span className="name-choice">
        <Button size="s" unavailable={busy} onPress={() => keep('own')}>
          {t('travel.renamed.own')}
        </Button>
        <Button size="s" kind="quiet" unavailable={busy} onPress={() => keep('clinic')}>
          {t('travel.renamed.clinic')}
        </Button>
      </span>
      {error === undefined ? null : <ErrorNotice error={error} />}
    </>
  );
}
