import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/** The time, a minute old at most: what becomes due while a window stands open says so by itself. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
