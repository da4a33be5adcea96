/** A text that an expression may take long for: its beginning, what is repeated, and its end. */
interface Hostile {
  begin?: string
  repeated: string
  end?: string
}

const hostile: Hostile[] = [
  { begin: 'See http://', repeated: '.', end: 'a' },
  { begin: 'www.'.repeat(300), repeated: '.', end: 'a' },
  { repeated: 'www.' },
  { repeated: 'https://' },
  { repeated: 'https://a.b/' },
  { begin: 'x@', repeated: 'www.a.' },
  { repeated: 'http://a.b/?' },
  { begin: 'http://a/', repeated: '(' },
  { repeated: 'mailto:a@' },
  { repeated: 'a@' },
  { repeated: 'a@b.c ' },
  { repeated: '<a@' },
  { repeated: '@', end: '\t' },
  { begin: 'a', repeated: ' ', end: 'b' },
  { begin: 'a', repeated: '\t', end: 'b' },
  { begin: 'a', repeated: '\r', end: 'b' },
  { begin: 'a', repeated: '\n', end: 'b' },
  { begin: 'a', repeated: '\u2028', end: 'b' },
  { begin: 'a', repeated: '\u200b', end: 'b' },
  { begin: 'a', repeated: '\u0000', end: 'b' },
  { repeated: ' \n' },
  { repeated: '- ' },
  { repeated: '1. ' },
  { repeated: '- a\n' },
  { repeated: '#' },
  { repeated: '[' },
  { repeated: '[a](' },
  { repeated: '![' },
  { repeated: '**a ' },
  { repeated: '*_' },
  { repeated: '`' },
  { repeated: '> ' },
  { repeated: '\\' },
  { repeated: '<' },
  { repeated: '<b>' },
  { repeated: '<ul><li>' },
  { repeated: '<a href="' },
  { repeated: '<0' },
  { repeated: '<!--' },
  { repeated: '&' },
  { repeated: '&#x' },
  { repeated: '-', end: '\n-' },
  { begin: 'x', repeated: '.', end: 'x' },
  { repeated: ',' },
  { repeated: ';' },
  { begin: 'a', repeated: '"', end: 'b' },
  { repeated: '\u00e4' },
  { repeated: 'e\u0301\u0301\u0301\u0301' },
  { repeated: '\ufdfa' },
  { repeated: '👩🏽‍🦽' },
  { repeated: 'a' },
  { repeated: '9' },
  { repeated: '%e2' },
  { repeated: 'a=b; ' },
  { repeated: 'gzip;q=0.' },
]

/** A hostile text by its name, of any length. */
export interface HostileText {
  name: string
  of: (length: number) => string
}

/** The hostile texts, the worst known first. */
export const hostileTexts: HostileText[] = hostile.map(({ begin = '', repeated, end = '' }) => ({
  name: JSON.stringify(`${begin.slice(0, 12)}${repeated}…${end}`),
  of: (length) => {
    const room = Math.max(0, length - begin.length - end.length)
    return `${begin}${repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room)}${end}`.slice(0, length)
  },
}))
