import { ErrorNotice, type ErrorNoticeProps } from './ErrorNotice.tsx';

/** Error on a screen, aligned with the content around it; empty without one. */
export function ErrorRegion({ error, ...notice }: ErrorNoticeProps) {
  if (error === undefined) return null;
  return (
    <div className="region">
      <ErrorNotice error={error} {...notice} />
    </div>
  );
}
