import { InputField } from './InputField.tsx';
import type { useOperation } from './use-operation.ts';

type OperationFieldsProps = { form: ReturnType<typeof useOperation>; without?: string };

/** The inputs of an operation that the page doesn't know, except one that is asked later. */
export const OperationFields = ({ form, without }: OperationFieldsProps) =>
  form.asked
    .filter(({ name }) => name !== without)
    .map((input) => (
      <InputField
        key={input.name}
        input={input}
        value={form.values[input.name] ?? ''}
        fault={form.faults[input.name]}
        onChange={(value) => form.setValue(input.name, value)}
      />
    ));
