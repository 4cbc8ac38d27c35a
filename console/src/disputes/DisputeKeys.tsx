import { Button } from '@panel/ui/Button';
import { store } from '@panel/ui/store';
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog.tsx';
import { Facts } from '../parts/Facts.tsx';
import fieldStyles from '../parts/fields.module.css';

/** Each presses the control that has its `data-shortcut`. */
const KEYS = [
  { key: 'j', label: 'Next dispute' },
  { key: 'k', label: 'Previous dispute' },
  { key: 'a', label: 'Assign to me' },
  { key: 'c', label: 'Credit, or open its proposal' },
] as const;
export const NEXT_SHORTCUT = 'answer-and-next';

const STORED = 'dispute-keys';
const areKeysOn = store(window.localStorage.getItem(STORED) !== 'off');
function setKeysOn(isOn: boolean): void {
  window.localStorage.setItem(STORED, isOn ? 'on' : 'off');
  areKeysOn.set(isOn);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const press = (shortcut: string): void => {
  const scope = document.querySelector('dialog[open]') ?? document;
  scope.querySelector<HTMLElement>(`[data-shortcut="${shortcut}"]`)?.click();
};

/** Single keys work outside fields and dialogs, and can be switched off (WCAG 2.1.4). */
export function DisputeKeys() {
  const isOn = areKeysOn.use();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return press(NEXT_SHORTCUT);
      if (!areKeysOn.get() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      if (event.key === '?') setOpen(true);
      else if (KEYS.some(({ key }) => key === event.key.toLowerCase())) press(event.key.toLowerCase());
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const shown = (key: string) => <kbd>{key}</kbd>;
  return (
    <>
      <Button tone="quiet" small onClick={() => setOpen(true)}>
        Keyboard shortcuts
      </Button>
      {isOpen && (
        <Dialog title="Keyboard shortcuts" onClose={() => setOpen(false)}>
          <label className={fieldStyles.choice}>
            <input type="checkbox" checked={isOn} onChange={(event) => setKeysOn(event.target.checked)} />
            Use single-key shortcuts on this page
          </label>
          <Facts
            rows={[
              ...KEYS.map(({ key, label }) => ({ key, label, value: shown(key.toUpperCase()) })),
              { key: NEXT_SHORTCUT, label: 'Answer and next', value: shown('Ctrl Enter') },
              { key: '?', label: 'This list', value: shown('?') },
            ]}
          />
        </Dialog>
      )}
    </>
  );
}
