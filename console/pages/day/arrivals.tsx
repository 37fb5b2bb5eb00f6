import { useRef, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../../src/contract/durations';
import type { Today } from '../../../src/contract/day/today';
import { readUnattended } from '../../api';
import { Button } from '../../ui/button';
import { say } from '../../ui/messages';
import { announcesArrivals, useChanges, WANTED } from '../../use-changes';

let audio: AudioContext | undefined;

/** Short tone. Browsers allow it after a click on the page. */
function beep(): void {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = 880;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
}

const hasNotifications = (): boolean => 'Notification' in window;

/** Without personal data, because it is shown over locked screens too. */
function notify(): void {
  beep();
  if (!hasNotifications() || Notification.permission !== 'granted') return;
  const shown = new Notification('Novo lead', { tag: 'entrada' });
  shown.onclick = () => window.focus();
}

/** Begins with the milliseconds of its creation. */
const createdAt = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

const FRESH_MS = 5 * MINUTE_MS;

/** Tells the arrival of leads that wait for a contact, also while the tab is hidden. */
export function useArrivals(): void {
  const announced = useRef(new Set<string>());
  useChanges(['lead'], (ids) => {
    if (!announcesArrivals()) return;
    const fresh = [...(ids ?? [])].filter((id) => Date.now() - createdAt(id) < FRESH_MS && !announced.current.has(id));
    fresh.forEach((id) => announced.current.add(id));
    if (fresh.length > 0) void hasNew(fresh).then((isNew) => isNew && notify());
  });
}

/** Whether one of them came by itself. Of more new leads than the list shows, all are taken for it. */
const hasNew = async (ids: readonly string[]): Promise<boolean> => {
  const answer = await readUnattended<Today>('/today').catch(() => undefined);
  const list = answer?.data.new;
  return list !== undefined && (list.count > list.leads.length || list.leads.some(({ id }) => ids.includes(id)));
};

export function ArrivalsButton() {
  const [isOn, setOn] = useState(announcesArrivals);
  const toggle = async (): Promise<void> => {
    const isWanted = !isOn;
    localStorage.setItem(WANTED, String(isWanted));
    setOn(isWanted);
    if (!isWanted) return;
    beep();
    const permission = hasNotifications() ? await Notification.requestPermission() : 'denied';
    say(
      permission === 'granted'
        ? 'Este navegador avisa quando chegar um lead novo.'
        : 'Este navegador toca um som; as notificações dele estão bloqueadas.',
    );
  };
  return (
    <Button icon="bell" isPressed={isOn} onClick={toggle}>
      Avisar novo lead
    </Button>
  );
}
