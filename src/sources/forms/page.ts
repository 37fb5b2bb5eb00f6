import { createHash } from 'node:crypto';
import { escaped } from '../../common/html';

/** A page for visitors of a form, with its own Content-Security-Policy. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly policy: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

interface PageParts {
  readonly status?: number;
  readonly title: string;
  /** HTML. */
  readonly main: string;
  /** The account's name, for the foot. */
  readonly account?: string;
  /** Of the button, as `#rrggbb`. */
  readonly color?: string;
  /** Domains whose pages may embed the page; without any, all. */
  readonly siteDomains?: readonly string[];
  /** Origin of the service, for `form-action`. */
  readonly origin?: string;
}

/** Makes a page of the parts; all texts in `main` must be escaped. */
export function pageOf({
  status = 200,
  title,
  main,
  account,
  color = ACCENT,
  siteDomains = [],
  origin,
}: PageParts): Page {
  const style = `:root{--button:${color};--on-button:${textOn(color)}}${STYLE}`;
  const html =
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${escaped(title)}</title><style>${style}</style></head><body><main>${main}</main>` +
    (account === undefined ? '' : `<footer>formulário de ${escaped(account)}</footer>`) +
    `<script>${SCRIPT}</script></body></html>`;
  return { status, html, policy: policyOf({ style, siteDomains, origin }) };
}

const ACCENT = '#0b6e69';

/** The text colour with more contrast on a background: at least 4.5:1 on any. */
export const textOn = (color: string): '#000000' | '#ffffff' => {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  // WCAG 2: the contrasts with white and black are equal at 0.179.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
};

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);

/**
 * The page has no origin, so a fault in it reaches nothing of the service. In such a page browsers differ on `'self'` for forms, so the
 * service is named too. A port or plain http is the account's own choice.
 */
function policyOf({
  style,
  siteDomains,
  origin = '',
}: {
  style: string;
  siteDomains: readonly string[];
  origin: string | undefined;
}): string {
  const sites = siteDomains.flatMap((domain) => [`http://${domain}:*`, `http://*.${domain}:*`]);
  return [
    'sandbox allow-forms allow-scripts allow-popups allow-top-navigation-by-user-activation',
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${SCRIPT_HASH}`,
    `form-action 'self' ${origin}`.trimEnd(),
    "base-uri 'none'",
    `frame-ancestors ${sites.length > 0 ? ["'self'", ...sites].join(' ') : '*'}`,
  ].join('; ');
}

const hashOf = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

/** Tells the page around a frame the height; outside a frame it opens what comes next, without a way back to this page. */
const SCRIPT =
  "(function(){var root=document.documentElement,bad=document.querySelector('[aria-invalid]'),next=document.querySelector('[data-next]'),told=0;" +
  'if(bad)bad.focus();' +
  'if(parent===window){if(next)setTimeout(function(){location.replace(next.href)},2000);return}' +
  'function tell(){var height=Math.ceil(root.getBoundingClientRect().height);' +
  "if(height!==told){told=height;parent.postMessage({entrada:height},'*')}}" +
  "tell();addEventListener('load',tell);addEventListener('resize',tell);" +
  'if(window.ResizeObserver)new ResizeObserver(tell).observe(root)})()';

const SCRIPT_HASH = hashOf(SCRIPT);

const STYLE = [
  ':root{color-scheme:light dark;--ground:#fff;--text:#16211f;--muted:#55625f;--line:#7f8d8a;--danger:#b3261e;--link:#08534f;' +
    'font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);background:var(--ground)}',
  '@media(prefers-color-scheme:dark){:root{--ground:#18211f;--text:#e6eeec;--muted:#a3b3af;--line:#71827e;--danger:#ff9d94;--link:#8ae4db}}',
  '*{box-sizing:border-box}',
  'body{margin:0 auto;max-width:34rem;padding:1rem;overflow-wrap:anywhere}',
  'h1{font-size:1.4rem;line-height:1.25;margin:0 0 .75rem}',
  'p{margin:0 0 1rem}.text{white-space:pre-line}',
  'label{display:block;font-weight:600}label small,footer{color:var(--muted);font-weight:400;font-size:.875rem}',
  'input,select,textarea{font:inherit;font-weight:400;color:inherit;background:transparent;width:100%;padding:.6rem .7rem;margin-top:.25rem;' +
    'border:1px solid var(--line);border-radius:8px}',
  'select option{background:var(--ground);color:var(--text)}textarea{min-height:7rem;resize:vertical}',
  '.consent{display:flex;gap:.6rem;font-weight:400}.consent input{width:1.25rem;height:1.25rem;margin:.15rem 0 0;flex:none;accent-color:var(--button)}',
  '[aria-invalid]{border:2px solid var(--danger)}.problem{color:var(--danger);margin:.25rem 0 0}',
  'button,.button{display:inline-block;width:100%;font:inherit;font-weight:600;text-align:center;text-decoration:none;padding:.75rem 1rem;' +
    'border:1px solid var(--line);border-radius:8px;background:var(--button);color:var(--on-button);cursor:pointer}',
  'a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}',
  '.trap{position:absolute;left:-999rem}footer{margin-top:1.5rem}',
].join('');
