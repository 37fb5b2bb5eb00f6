// Sends one lead. Usage: ENTRADA_URL=… ENTRADA_KEY=… node send-lead.mjs <id of the submission in your system>
import { setTimeout as sleep } from 'node:timers/promises';

const { ENTRADA_URL, ENTRADA_KEY } = process.env;
const TRIES = 7;

/** Sends a lead and repeats after 429, 5xx and network errors; the external_id keeps repetitions from doing it twice. */
async function sendLead(lead) {
  for (let attempt = 1; ; attempt++) {
    let wait = Math.min(30, 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    try {
      const response = await fetch(`${ENTRADA_URL}/api/v1/leads`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ENTRADA_KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(lead),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      const mayRepeat = response.status === 429 || response.status >= 500;
      if (!mayRepeat || attempt === TRIES) throw new Refused(`${response.status} ${text}`);
      wait = Number(response.headers.get('Retry-After')) || wait;
    } catch (error) {
      if (error instanceof Refused || attempt === TRIES) throw error;
    }
    await sleep(wait * 1000);
  }
}

/** The service has answered, and sending the same again would not help: branch on error.code. */
class Refused extends Error {}

const [, , submission] = process.argv;
if (!submission) throw new Error('give the id of the submission in your system');

const answer = await sendLead({
  phone: '(11) 98765-4323',
  name: 'Ana Lima',
  external_id: submission,
  attribution: { utm_source: 'instagram', utm_medium: 'cpc' },
});
console.log(JSON.stringify(answer));
