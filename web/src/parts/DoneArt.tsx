import { Bubble, Coin, Line, Scene } from './Art.tsx';

export const DoneArt = () => (
  <Scene>
    <Bubble />
    <Line d="M80 77l16 16 30-33" />
    <Line d="M158 22l8-10M172 38l12-5M176 56l12 2" />
    <Coin cx={160} cy={118} r={14} />
  </Scene>
);
