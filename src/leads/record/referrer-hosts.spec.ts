import { GOOGLE_SUFFIXES, isGoogleSearch, isSocialSite, SOCIAL_HOSTS } from './origin';

const SOCIAL_SITES = [
  ...'facebook.com fb.com fb.me instagram.com threads.net threads.com twitter.com x.com t.co tiktok.com'.split(' '),
];

const LINK_IN_BIO = [
  ...'linktr.ee linktree.com lnk.bio linkin.bio beacons.ai beacons.page bio.link bio.site campsite.bio'.split(' '),
  ...'taplink.cc taplink.at tap.bio solo.to hoo.be msha.ke komi.io linkfly.to lynk.id allmylinks.com'.split(' '),
  ...'linkpop.com linklist.bio shor.by flowpage.com stan.store'.split(' '),
];

const SUFFIXES = [
  ...'ac ad ae am as at az ba be bf bg bi bj bs by ca cat cc cd cf cg ch ci cl cm cn co.bw co.ck co.cr'.split(' '),
  ...'co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve'.split(' '),
  ...'co.vi co.za co.zm co.zw com com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br'.split(' '),
  ...'com.by com.bz com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk'.split(' '),
  ...'com.jm com.kh com.kw com.lb com.lc com.ly com.mt com.mx com.my com.na com.nf com.ng com.ni com.np'.split(' '),
  ...'com.om com.pa com.pe com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj'.split(' '),
  ...'com.tn com.tr com.tw com.ua com.uy com.vc com.vn cv cz de dj dk dm dz ee es fi fm fr ga gd ge gf gg'.split(' '),
  ...'gl gm gp gr gy hn hr ht hu ie im io iq is it it.ao je jo kg ki kz la li lk lt lu lv md me mg mk ml'.split(' '),
  ...'mn ms mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so st td tg tk tl tm tn'.split(' '),
  ...'to tt us vg vu ws'.split(' '),
];

describe('social hosts', () => {
  it('are the social sites and the link-in-bio pages, and no other', () => {
    expect([...SOCIAL_HOSTS].sort()).toEqual([...SOCIAL_SITES, ...LINK_IN_BIO].sort());
  });

  it.each([...SOCIAL_SITES, ...LINK_IN_BIO])(
    '%s and its subdomains are social, hosts that only look like it are not',
    (host) => {
      const social = [
        `${host}/`,
        `${host}/path/to`,
        host,
        `www.${host}/`,
        `m.${host}/`,
        `a.b.${host}/`,
        `${host}./`,
        `${host}:8443/`,
      ];
      expect(social.filter((referrer) => !isSocialSite(referrer))).toEqual([]);
      const other = [
        `not${host}/`,
        `my-${host}/`,
        `${host}.evil.example/`,
        `${host}evil/`,
        `${host.replace('.', '-')}.example/`,
      ];
      expect(other.filter(isSocialSite)).toEqual([]);
      const inThePath = [`evil.example/${host}`, `evil.example/https://${host}/`, `evil.example/?u=${host}`];
      expect(inThePath.filter(isSocialSite)).toEqual([]);
      expect(social.filter(isGoogleSearch)).toEqual([]);
    },
  );

  it.each([
    'dropbox.com/',
    'netflix.com/',
    'box.com/',
    'vox.com/',
    'at.co/',
    'chat.co/',
    'x.com.br/',
    'com/',
    'co/',
    'x/',
    'localhost/',
    'tcom/',
    'linkedin.com/',
    'pinterest.com/',
    'youtube.com/',
    'reddit.com/',
    'whatsapp.com/',
    'telegram.org/',
    '192.0.2.1/',
    '[2001:db8::1]/',
    '',
    '/',
    '.',
  ])('%j is not social', (referrer) => expect(isSocialSite(referrer)).toBe(false));

  it.each(['l.facebook.com/l.php', 'lm.facebook.com/', 'l.instagram.com/', 'mobile.twitter.com/', 'vm.tiktok.com/abc'])(
    '%s is social',
    (referrer) => expect(isSocialSite(referrer)).toBe(true),
  );
});

describe('the search of network B', () => {
  it('runs under these suffixes and no other', () => {
    expect([...GOOGLE_SUFFIXES].sort()).toEqual([...SUFFIXES].sort());
    expect(new Set(SUFFIXES).size).toBe(SUFFIXES.length);
  });

  it.each(SUFFIXES)('google.%s: with and without www and images; no other host of it', (suffix) => {
    const search = ['', 'www.', 'images.'].flatMap((label) => [
      `${label}google.${suffix}/`,
      `${label}google.${suffix}/search`,
      `${label}google.${suffix}`,
      `${label}google.${suffix}./`,
      `${label}google.${suffix}:8443/`,
    ]);
    expect(search.filter((referrer) => !isGoogleSearch(referrer))).toEqual([]);
    expect(search.filter(isSocialSite)).toEqual([]);
    const other = [
      'mail.',
      'docs.',
      'drive.',
      'maps.',
      'news.',
      'm.',
      'www.www.',
      'www.images.',
      'not',
      'www.not',
      'my-',
    ].map((label) => `${label}google.${suffix}/`);
    const longer = [`google.${suffix}.evil.example/`, `www.google.${suffix}.evil.example/`, `google.${suffix}x/`];
    expect([...other, ...longer].filter(isGoogleSearch)).toEqual([]);
  });

  it('encrypted.google.com is search, under this suffix only', () => {
    expect(isGoogleSearch('encrypted.google.com/')).toBe(true);
    expect(isGoogleSearch('encrypted.google.com./')).toBe(true);
    expect(isGoogleSearch('encrypted.google.com:444/search')).toBe(true);
    expect(isGoogleSearch('encrypted.google.com.br/')).toBe(false);
    expect(isGoogleSearch('encrypted.google.de/')).toBe(false);
    expect(isGoogleSearch('www.encrypted.google.com/')).toBe(false);
  });

  it.each([
    'mail.google.com/mail/u/0/',
    'docs.google.com/document',
    'drive.google.com/',
    'gemini.google.com/app',
    'accounts.google.com/',
    'calendar.google.com/',
    'meet.google.com/',
    'translate.google.com/',
    'www.googleadservices.com/',
    'googleads.g.doubleclick.net/',
    'google/',
    'com/',
    'co.uk/',
    'co.google.uk/',
    'google./',
    'www.google/',
    'google.evil/',
    'google.co/',
    'google.uk/',
    'google.br/',
    'google.dev/',
    'google.com.com/',
    'google.com.com.br/',
    'google.com.evil.example/',
    'www.google.com-evil.example/',
    'googlexcom/',
    'www.googlexcom/',
    'wwwxgoogle.com/',
    'www.bing.com/',
    'duckduckgo.com/',
    'search.yahoo.com/',
    'evil.example/google.com',
    'evil.example/www.google.com/search',
    '',
    '/',
  ])('%j is not search', (referrer) => expect(isGoogleSearch(referrer)).toBe(false));
});
