import { Bubble, Coin, Line, Scene } from './Art.tsx';

export const WaitArt = () => (
  <Scene>
    <Bubble />
    <Line d="M78 76a24 24 0 1 0 48 0a24 24 0 1 0-48 0M102 62v14l10 7" />
    <Coin cx={160} cy={36} r={10} />
  </Scene>
);
