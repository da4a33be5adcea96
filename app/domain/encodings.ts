/** Encodings by iconv-lite's names, with their labels, most common in Ireland first. The last two are for UTF-8 texts. */
export const encodings = {
  win1252: 'Windows',
  macroman: 'Mac',
  cp850: 'DOS',
  win1250: 'Windows, Polish or Czech',
  win1257: 'Windows, Lithuanian or Latvian',
  win1254: 'Windows, Turkish',
  win1251: 'Windows, Ukrainian or Russian',
  maccenteuro: 'Mac, Polish or Czech',
  cp852: 'DOS, Polish or Czech',
  utf8: 'as they are',
  mended: 'put right',
} as const
export type Encoding = keyof typeof encodings
