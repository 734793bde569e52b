import { ErrorNotice, type ErrorNoticeProps } from './ErrorNotice.tsx';

/** An error on a screen, in line with what stands around it; nothing while there is none. */
export function ErrorRegion({ error, ...notice }: ErrorNoticeProps) {
  if (error === undefined) return null;
  return (
    <div className="region">
      <ErrorNotice error={error} {...notice} />
    </div>
  );
}
