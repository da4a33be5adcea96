const secret = 'a secret of at least thirty-two characters'
const numbers = ['PORT', 'TRUST_PROXY', 'NEWSLETTER_RATE_PER_MINUTE', 'NEWSLETTER_HOLD_SECONDS']
const flags = ['DEMO', 'NEWSLETTER_DOUBLE_OPT_IN']
const emails = ['OFFICE_EMAIL', 'OPERATOR_EMAIL', 'SECURITY_EMAIL', 'CENTRE_EMAIL', 'MAIL_FROM']
const folders = ['DATA_DIR', 'BACKUP_DIR']
const texts = ['CENTRE_NAME', 'CENTRE_SHORT_NAME', 'CENTRE_PHONE', 'CENTRE_ADDRESS']
const others = [
  'HOST',
  'BACKUP_EVERY',
  'BACKUP_AT',
  'TZ',
  'PUBLIC_URL',
  'SESSION_SECRET',
  'SECOND_STEP',
  'SMTP_URL',
  'LOG_LEVEL',
  'METRICS_TOKEN',
]
export const allSettings = [...numbers, ...flags, ...emails, ...folders, ...texts, ...others, 'DEMO_PASSWORD']
/** A valid value of each setting, to build invalid ones from. */
const validValues: Record<string, string> = {
  ...Object.fromEntries([...numbers, ...flags].map((name) => [name, '1'])),
  ...Object.fromEntries(emails.map((name) => [name, 'office@centre.ie'])),
  ...Object.fromEntries(folders.map((name) => [name, '/srv/riverbank'])),
  ...Object.fromEntries(texts.map((name) => [name, '01 234 5678'])),
  HOST: '127.0.0.1',
  BACKUP_EVERY: 'hour',
  BACKUP_AT: '03:00',
  TZ: 'Europe/Dublin',
  PUBLIC_URL: 'https://centre.ie',
  SESSION_SECRET: secret,
  SECOND_STEP: 'required',
  SMTP_URL: 'smtp://mail.centre.ie',
  LOG_LEVEL: 'warn',
  METRICS_TOKEN: 'kR9v2mXq7LdT4wZs',
  DEMO_PASSWORD: 'river-stone-bread',
}

const pairWithValues = (names: string[], values: string) =>
  names.flatMap((name) => values.split(/ \| |\n */).map((value) => [name, value]))
export const refusedSettings: string[][] = [
  // Line breaks and other invisible characters, in every setting.
  ...allSettings.flatMap((name) =>
    [`${validValues[name]}\nBcc: a@x.ie`, `${validValues[name]}\u202ex`, `"${validValues[name]}`].map((value) => [
      name,
      value,
    ]),
  ),
  ...pairWithValues(numbers, 'one | 1.5 | 0x10 | -1 | 1 2 | 1000000000'),
  ...pairWithValues(['PORT'], '65536 | 3000:3000'),
  ...pairWithValues(['TRUST_PROXY'], '11 | loopback | 10.0.0.0/8'),
  ...pairWithValues(['NEWSLETTER_RATE_PER_MINUTE'], '0 | 60001'),
  ...pairWithValues(['NEWSLETTER_HOLD_SECONDS'], '3601 | 60s'),
  ...pairWithValues(flags, 'true | 2 | 01'),
  ...pairWithValues(
    emails,
    `the office | office@centre | office@centre.ie, news@centre.ie | ófficé@centre.ie | ${'o'.repeat(250)}@centre.ie`,
  ),
  ...pairWithValues(
    ['OFFICE_EMAIL', 'CENTRE_EMAIL'],
    'Riverbank <> | Riverbank office@centre.ie | a@b.ie <office@centre.ie>',
  ),
  ...pairWithValues(
    ['MAIL_FROM'],
    `Riverbank | Riverbank <> | a@b.ie <office@centre.ie> | News <office@centre.ie> x | a@b.ie, News <office@centre.ie>`,
  ),
  ...pairWithValues(
    folders,
    '~ | $HOME/riverbank | $(pwd)/data | file:///srv | :memory: | / | /srv/.. | /proc/x | /srv/../proc/x',
  ),
  ...pairWithValues(['BACKUP_DIR'], './data/uploads | ./data/outbox | data/uploads/backups | data/x/../outbox/y'),
  ['CENTRE_NAME', 'x'.repeat(121)],
  ['CENTRE_SHORT_NAME', 'x'.repeat(41)],
  ...pairWithValues(['CENTRE_PHONE'], `ring us | 12 | - | ${'0'.repeat(61)}`),
  ['CENTRE_ADDRESS', 'x'.repeat(301)],
  ...pairWithValues(
    ['HOST'],
    `http://127.0.0.1 | localhost:3000 | [::1] | * | 0 | 256.0.0.1 | 10.0.0.0/8 | a host | /run/riverbank.sock | büro`,
  ),
  ...pairWithValues(['BACKUP_EVERY'], 'hourly | Hour | constructor'),
  ...pairWithValues(['BACKUP_AT'], '24:00 | 3:00 | off | 03:60'),
  ...pairWithValues(['TZ'], 'Dublin | Europe/Nowhere | GMT+25 | IST-1GMT0,M10.5.0'),
  ...pairWithValues(
    ['PUBLIC_URL'],
    `centre.ie | ftp://centre.ie | https:// | https:centre.ie | https://centre.ie/portal | https://centre.ie/?a=b
    https://centre.ie#a | https://maeve:pw@centre.ie | https://a.ie,https://b.ie | https://centre.ie:99999
    https://*.centre.ie | https://centre..ie | https://0.0.0.0 | https://[::] | https://cen tre.ie | javascript:1
    localhost:3000 | https://centre.ie.`,
  ),
  ...pairWithValues(
    ['SESSION_SECRET'],
    `short | change-me-to-32-or-more-random-characters | ${'x'.repeat(31)} | ${'a'.repeat(32)} | ${'secret'.repeat(8)}
    abcdefghijklmnopqrstuvwxyz0123456789 | <32 or more random characters here> | your-secret-goes-here-0123456789-abc
    ${'z'.repeat(40)}1 | aabbccddaabbccddaabbccddaabbccdd | ${'q7Xm2Lw9Rk4'.repeat(3)} | axqzqaxzzaqxaxqzqzaxqqzaxzaqzxqaxqz`,
  ),
  ...pairWithValues(['SECOND_STEP'], 'yes | Required'),
  ...pairWithValues(['LOG_LEVEL'], 'loud | INFO | __proto__'),
  ...pairWithValues(
    ['SMTP_URL'],
    `mail.centre.ie | mail.centre.ie:587 | https://mail.centre.ie | smtp:// | smtp://user:pw@ | smtp://user:pw
    smtp://mail.centre.ie:70000 | smtp://user@mail.centre.ie | smtp://user:p%zz@mail.centre.ie | smtp://user:pa#ss@mail.centre.ie
    smtp://user:pa/ss@mail.centre.ie | smtp://user:12?3@mail.centre.ie | smtp://mail.centre.ie/inbox | smtp://a.ie,smtp://b.ie
    smtp://a.ie?requireTLS=yes | smtp://a.ie?requireTLS=true&requireTLS=false | smtp://a.ie?pool=true | smtp://mail..ie`,
  ),
  ...pairWithValues(['DEMO_PASSWORD'], `short | ${'é'.repeat(7)}`),
]

export const acceptedSettings: [name: string, value: string, why: string][] = [
  ['PORT', '0', 'the system chooses a free port, and the log says which'],
  ['PORT', ' 3000 ', 'Docker keeps the spaces of an env file, and Node does not'],
  ['HOST', 'fe80::1%eth0', 'an address of one network card'],
  ['BACKUP_DIR', '/mnt/not-there', 'the start checks it; other commands do not need it'],
  ['TZ', ':/etc/localtime', 'how some systems set it'],
  ['PUBLIC_URL', 'https://centre.ie/', 'a final slash is harmless'],
  ['PUBLIC_URL', 'http://centre.ie', 'the log and the tutors’ pages have a warning'],
  ['PUBLIC_URL', 'http://[::1]:3000', 'a trial on one machine'],
  ['PUBLIC_URL', 'https://bürgerhaus.ie', 'names may have letters of any language'],
  ['SESSION_SECRET', 'The heron waits in the river by the mill at dusk', 'a sentence is long enough'],
  ['SMTP_URL', 'smtp://user:p@ss@mail.centre.ie', 'only the last @ can precede the server'],
  ['SMTP_URL', 'smtp://[::1]:2525/?ignoreTLS=true', 'a server on the same machine'],
  ['MAIL_FROM', 'Kelly, Maeve <news@centre.ie>', 'the mail’s own quotation marks are added'],
  ['OFFICE_EMAIL', 'Riverbank <office@centre.ie>', 'the address in it is clear'],
  ['CENTRE_EMAIL', 'mailto:office@bücher.example', 'a link, with letters of any language'],
  ['CENTRE_NAME', '<b>Riverbank</b> & “Quay”', 'pages show it as written'],
  ['NODE_ENV', 'staging', 'the start sets production'],
  ['DEMO', '', 'an empty value counts as missing'],
  ['TRUST_PROXY', '""', 'and so do two quotation marks'],
]
