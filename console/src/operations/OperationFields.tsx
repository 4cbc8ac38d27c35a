import type { Input } from '@panel/domain/console/operation';
import { InputField } from './InputField.tsx';
import type { OperationForm } from './use-operation.ts';

type OperationFieldsProps = { form: OperationForm; inputs?: readonly Input[] };

/** The inputs that the form asks for; the page can leave some out or change their texts. */
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
