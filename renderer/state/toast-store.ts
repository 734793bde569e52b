/** Store of toasts about success. Errors are shown where they happen instead. */
import { create } from 'zustand';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { onWipe } from './session/lock-hooks.ts';

export interface Toast {
  readonly id: number;
  readonly icon: IconName;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface ToastState {
  readonly toasts: readonly Toast[];
}

export const useToasts = create<ToastState>()(() => ({ toasts: [] }));

let nextId = 1;

export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = nextId++;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), { ...toast, id }] }));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

onWipe(() => useToasts.setState({ toasts: [] }));
