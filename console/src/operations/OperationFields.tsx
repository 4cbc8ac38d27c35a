import { InputField } from './InputField.tsx';
import type { useOperation } from './use-operation.ts';

/** The inputs of an operation that the page doesn't know. */
export const OperationFields = ({ form }: { form: ReturnType<typeof useOperation> }) =>
  form.asked.map((input) => (
    <InputField
      key={input.name}
      input={input}
      value={form.values[input.name] ?? ''}
      fault={form.faults[input.name]}
      onChange={(value) => form.setValue(input.name, value)}
    />
  ));
