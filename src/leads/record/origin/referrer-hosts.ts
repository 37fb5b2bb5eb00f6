/** Hosts that decide the origin of a referrer (docs/decisions.md, "Origin"). */

const hosts = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Social sites with their short-link domains, and link-in-bio pages. */
export const SOCIAL_HOSTS = hosts(
  'facebook.com fb.com fb.me instagram.com threads.net threads.com twitter.com x.com t.co tiktok.com ' +
    'linktr.ee linktree.com lnk.bio linkin.bio beacons.ai beacons.page bio.link bio.site campsite.bio taplink.cc ' +
    'taplink.at tap.bio solo.to hoo.be msha.ke komi.io linkfly.to lynk.id allmylinks.com linkpop.com linklist.bio ' +
    'shor.by flowpage.com stan.store',
);

export const GOOGLE_SUFFIXES = hosts(
  'ac ad ae am as at az ba be bf bg bi bj bs by ca cat cc cd cf cg ch ci cl cm cn co.bw co.ck co.cr co.id co.il ' +
    'co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve co.vi co.za co.zm co.zw ' +
    'com com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.by com.bz com.co com.cu com.cy ' +
    'com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc com.ly ' +
    'com.mt com.mx com.my com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.ph com.pk com.pr com.py ' +
    'com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tn com.tr com.tw com.ua com.uy com.vc com.vn cv cz de ' +
    'dj dk dm dz ee es fi fm fr ga gd ge gf gg gl gm gp gr gy hn hr ht hu ie im io iq is it it.ao je jo kg ki kz ' +
    'la li lk lt lu lv md me mg mk ml mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn ' +
    'so st td tg tk tl tm tn to tt us vg vu ws',
);

const GOOGLE = /^(?:www\.|images\.)?google\./;

/** Returns whether a referrer (host and path) is network B's search; mail, drive and others are not. */
export function isGoogleSearch(referrer: string): boolean {
  const host = hostOf(referrer);
  return host === 'encrypted.google.com' || (GOOGLE.test(host) && GOOGLE_SUFFIXES.has(host.replace(GOOGLE, '')));
}

export const isSocialSite = (referrer: string): boolean => isUnder(referrer, SOCIAL_HOSTS);

/** Returns whether a referrer (host and path) is on one of these hosts or a subdomain. */
export function isUnder(referrer: string, names: ReadonlySet<string>): boolean {
  const labels = hostOf(referrer).split('.');
  return labels.some((_, start) => names.has(labels.slice(start).join('.')));
}

/** Drops the port, and the dot that may end a full host name. */
function hostOf(referrer: string): string {
  const [host] = referrer.split(/[/:]/, 1) as [string];
  return host.replace(/\.$/, '');
}
