/**
 * Button that shows the side panel below the list in a narrow window. In a wide one the panel is always
 * visible.
 */
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
