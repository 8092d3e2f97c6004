import { useEffect, useRef } from 'react';

/** Lets the first of two taps through: the second comes before what the first one began has made it busy. */
export function useFirstTap(busy: boolean | undefined): (act: () => void) => void {
  const isTaken = useRef(false);
  const isBusy = useRef(false);
  useEffect(() => {
    isBusy.current = Boolean(busy);
    if (!busy) isTaken.current = false;
  }, [busy]);
  return (act) => {
    if (isTaken.current) return;
    isTaken.current = true;
    act();
    // What was begun is busy by then; what was wrong before it was sent may be tapped again.
    setTimeout(() => {
      isTaken.current = isBusy.current;
    });
  };
}
