import type { Input } from '@panel/domain/console/operation';
import { InputField } from './InputField.tsx';
import type { useOperation } from './use-operation.ts';

type OperationFieldsProps = { form: ReturnType<typeof useOperation>; inputs?: readonly Input[] };

/** The inputs of an operation that the page doesn't know, or some of them, or with other words. */
export const OperationFields = ({ form, inputs = form.asked }: OperationFieldsProps) =>
  inputs.map((input) => (
    <InputField
      key={input.name}
      input={input}
      value={form.values[input.name] ?? ''}
      fault={form.faults[input.name]}
      onChange={(value) => form.setValue(input.name, value)}
    />
  ));
