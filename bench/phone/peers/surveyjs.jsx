import { createRoot } from 'react-dom/client';
import { Model } from 'survey-core';
import { Survey } from 'survey-react-ui';
import 'survey-core/survey-core.min.css';

const definition = JSON.parse(document.getElementById('definition').textContent);
createRoot(document.getElementById('root')).render(<Survey model={new Model(definition)} />);
