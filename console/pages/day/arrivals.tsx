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
function notify(text: string): void {
  beep();
  if (!hasNotifications() || Notification.permission !== 'granted') return;
  const shown = new Notification(text, { tag: 'entrada' });
  shown.onclick = () => window.focus();
}

/** Begins with the milliseconds of its creation. */
const createdAt = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

const FRESH_MS = 5 * MINUTE_MS;

/** Tells when leads that wait for a contact arrive or come back, also while the tab is hidden. */
export function useArrivals(): void {
  const announced = useRef(new Set<string>());
  useChanges(['lead'], (ids, returned) => {
    if (!announcesArrivals()) return;
    const fresh = [...(ids ?? [])].filter((id) => Date.now() - createdAt(id) < FRESH_MS && !announced.current.has(id));
    fresh.forEach((id) => announced.current.add(id));
    if (fresh.length + returned.size > 0) void tell(fresh, [...returned]);
  });
}

/** Tells those who are in the lists of the day: neither leads made by hand, nor those that somebody has answered already. */
async function tell(fresh: readonly string[], back: readonly string[]): Promise<void> {
  const answer = await readUnattended<Today>('/today').catch(() => undefined);
  if (!answer) return;
  if (waits(answer.data.new, fresh)) notify('Novo lead');
  if (waits(answer.data.returned, back)) notify('Um lead voltou');
}

/** Whether one of them is in the list. Of a list that is longer than what is shown, all are taken for it. */
const waits = ({ count, leads }: Today['new'], ids: readonly string[]): boolean =>
  ids.length > 0 && (count > leads.length || leads.some(({ id }) => ids.includes(id)));

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
        ? 'Este navegador avisa quando um lead chegar ou voltar.'
        : 'Este navegador toca um som; as notificações dele estão bloqueadas.',
    );
  };
  return <Button icon="bell" label="Avisar novo lead" isPressed={isOn} onClick={toggle} />;
}
