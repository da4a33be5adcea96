/** Texts that an expression may take long for: the beginning, what is repeated, and the end; the worst known first. */
const hostile: [begin: string, repeated: string, end?: string][] = [
  ['See http://', '.', 'a'],
  ['www.'.repeat(300), '.', 'a'],
  ['', 'https://a.b/'],
  ['x@', 'www.a.'],
  ['http://a/', '('],
  ['', 'mailto:a@'],
  ['', 'a@b.c '],
  ['', '@', '\t'],
  ['a', ' ', 'b'],
  ['a', '\r', 'b'],
  ['a', '\n', 'b'],
  ['a', '\u200b', 'b'],
  ['a', '\u0000', 'b'],
  ['', ' \n'],
  ['', '- a\n'],
  ['', '1. '],
  ['', '#'],
  ['', '[a]('],
  ['', '!['],
  ['', '*_'],
  ['', '**a '],
  ['', '`'],
  ['', '> '],
  ['', '\\'],
  ['', '<b>'],
  ['', '<ul><li>'],
  ['', '<a href="'],
  ['', '<!--'],
  ['', '&#x'],
  ['', '-', '\n-'],
  ['', ','],
  ['a', '"', 'b'],
  ['', 'e\u0301\u0301\u0301\u0301'],
  ['', '\ufdfa'],
  ['', '👩🏽‍🦽'],
  ['', 'a'],
  ['', '9'],
  ['', '%e2'],
  ['', 'a=b; '],
  ['', 'gzip;q=0.'],
]

/** A hostile text by its name, of any length. */
export interface HostileText {
  name: string
  of: (length: number) => string
}

export const hostileTexts: HostileText[] = hostile.map(([begin, repeated, end = '']) => ({
  name: JSON.stringify(`${begin.slice(0, 12)}${repeated}…${end}`),
  of: (length) => {
    const room = Math.max(0, length - begin.length - end.length)
    return `${begin}${repeated.repeat(Math.ceil(room / repeated.length)).slice(0, room)}${end}`.slice(0, length)
  },
}))
