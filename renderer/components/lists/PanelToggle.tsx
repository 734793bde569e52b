/** Where a window is too narrow for the panel beside a list, this shows it below the list; else it stands there anyway. */
import { useState } from 'react';
import { Button } from '#renderer/components/controls/Button.tsx';

export function PanelToggle({ label }: { readonly label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Button kind="quiet" className="panel-toggle" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
      {label}
    </Button>
  );
}
