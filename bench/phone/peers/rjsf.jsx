import Form from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';

const { schema, uiSchema } = JSON.parse(document.getElementById('definition').textContent);
createRoot(document.getElementById('root')).render(<Form schema={schema} uiSchema={uiSchema} validator={validator} />);
