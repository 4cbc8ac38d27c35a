import { OPERATIONS, type OperationName } from '@panel/domain/console/all-operations';
import { Button } from '@panel/ui/Button';
import type { IconShape } from '@panel/ui/Icon';
import { type ReactNode, useState } from 'react';
import { type NextStep, OperationDialog } from './OperationDialog.tsx';
import { useMayRun } from './use-may-run.ts';

type OperationButtonProps = {
  name: OperationName;
  /** The inputs that the page knows; the form asks for the others. */
  known?: Readonly<Record<string, string>>;
  /** What it is done to, as the dialog says it. */
  subject?: ReactNode;
  /** Red if it can't be undone or stops something. */
  isDanger?: boolean;
  isPrimary?: boolean;
  isSmall?: boolean;
  icon?: IconShape;
  effect?: ReactNode;
  subjectKey?: string;
  /** Goes on to the next one, by another button of the form. */
  next?: NextStep | undefined;
  /** The key that presses it. */
  shortcut?: string;
  children: ReactNode;
};

/** Opens the form of an operation. Hidden if the role can't run it. */
export function OperationButton(props: OperationButtonProps) {
  const {
    name,
    known = {},
    isDanger = false,
    isPrimary = false,
    isSmall = false,
    icon,
    shortcut,
    children,
    ...rest
  } = props;
  const [isOpen, setOpen] = useState(false);
  const mayRun = useMayRun([name]);
  if (!mayRun) return null;
  const tone = isDanger ? 'warn' : isPrimary ? 'brand' : 'plain';
  return (
    <>
      <Button
        tone={tone}
        small={isSmall}
        {...(icon && { icon })}
        data-shortcut={shortcut}
        onClick={() => setOpen(true)}
      >
        {children}
      </Button>
      {isOpen && (
        <OperationDialog
          operation={OPERATIONS[name]}
          known={known}
          {...rest}
          isDanger={isDanger}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
