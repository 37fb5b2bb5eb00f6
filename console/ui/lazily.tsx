import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useRecovery } from '../use-recovery';
import { Button } from './button';
import { Loading } from './loaded';
import { Notice } from './notice';

/** Component whose code is loaded when it is first shown, so that the first load of the console stays small. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
    const attempt = (): Promise<void> =>
      load().then(
        (component) => {
          Loaded = component;
          setState('loaded');
        },
        () => setState('failed'),
      );
    useEffect(() => void attempt(), []);
    useRecovery(state === 'failed', attempt);
    if (Loaded) return <Loaded {...props} />;
    return state === 'failed' ? <NotLoaded /> : <Loading />;
  };
}

/** The connection failed, or a newer release has replaced the file. */
function NotLoaded() {
  return (
    <Notice kind="warning">
      <p>Esta parte da página não pôde ser carregada.</p>
      <Button onClick={() => location.reload()}>Recarregar a página</Button>
    </Notice>
  );
}
