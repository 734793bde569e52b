import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** React hook for the current time, updated each minute, so that due items appear without a reload. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
