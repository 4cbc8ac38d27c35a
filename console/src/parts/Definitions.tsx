import { DEFINITIONS, type DefinedWord } from '@panel/domain/console/definitions';
import { Icon, infoIcon } from '@panel/ui/Icon';
import { store } from '@panel/ui/store';
import { useEffect, useRef } from 'react';
import styles from './Definitions.module.css';
import { Dialog } from './Dialog.tsx';

const openWord = store<DefinedWord | null>(null);

/** The small i next to a figure. It opens the definitions at this word. */
export const Define = ({ word }: { word: DefinedWord }) => (
  <button
    className={styles.define}
    type="button"
    aria-label={`What ${DEFINITIONS[word].word} means`}
    onClick={() => openWord.set(word)}
  >
    <Icon icon={infoIcon} />
  </button>
);

export function DefinitionDrawer() {
  const word = openWord.use();
  return word && <OpenDrawer word={word} />;
}

function OpenDrawer({ word }: { word: DefinedWord }) {
  const chosen = useRef<HTMLElement>(null);
  useEffect(() => {
    chosen.current?.scrollIntoView?.({ block: 'nearest' });
    chosen.current?.focus();
  }, []);
  return (
    <Dialog
      title="Definitions"
      sub="The same definitions apply on every page, in the API and in CSV files."
      isDrawer
      onClose={() => openWord.set(null)}
    >
      <dl className={styles.definitions}>
        {Object.entries(DEFINITIONS).map(([id, { word: term, text }]) => (
          <div key={id}>
            <dt ref={id === word ? chosen : null} tabIndex={-1}>
              {term}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
