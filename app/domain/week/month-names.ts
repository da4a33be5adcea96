import { foldForSearch } from '~/domain/text'
import { type MonthName, months } from '~db/choices'

/** Names of the months in French, German, Polish and Irish, without accents, and abbreviations that are no prefix of them. */
const foreignNames = [
  'janvier januar janner stycznia styczen eanair',
  'fevrier februar feber lutego luty feabhra fheabhra',
  'mars marz mrz marca marzec marta mharta',
  'avril april kwietnia kwiecien aibrean aibreain',
  'mai maja bealtaine bhealtaine',
  'juin juni czerwca czerwiec meitheamh mheitheamh meithimh',
  'juillet juli lipca lipiec iuil',
  'aout august sierpnia sierpien lunasa',
  'septembre september wrzesnia wrzesien mfomhair',
  'octobre oktober pazdziernika pazdziernik dfomhair',
  'novembre november listopada listopad samhain samhna shamhain',
  'decembre dezember grudnia grudzien nollaig nollag',
]

/** Months by each beginning of their names, of three letters or more, that no other month has. */
const byPrefix = new Map<string, MonthName | null>()
for (const [index, month] of months.entries())
  for (const name of `${month.toLowerCase()} ${foreignNames[index]}`.split(' '))
    for (let length = 3; length <= name.length; length++) {
      const prefix = name.slice(0, length)
      byPrefix.set(prefix, (byPrefix.get(prefix) ?? month) === month ? month : null)
    }

/** Words around dates: 'le 14 septembre', '5 października 2026 r.', '14 de Mheán Fómhair'. */
const AROUND = /^(?:le|am|den|dnia|the|on|an) (?=\d)| ?\b(?:r|roku)\.?$/g
const ORDINAL = /^(\d{1,2})(?:\. ?|er |e |-?go |u )(?=\p{L})/u
const OF = /(?<=^\d{1,2}(?:st|nd|rd|th)?) (?:of |de |d')(?:mhi |mi )?(?:na )?/
const IRISH_SEPTEMBER = /\bmh?ean (?:an )?fh?omhair\b/
const IRISH_OCTOBER = /\bdh?eireadh (?:an )?fh?omhair\b/
const WORD = /(?<![\p{L}'])(\p{L}{3,16})(?:\.|(?![\p{L}]))/gu

/** A date with the English name of its month: '14 september' for '14 Meán Fómhair' or 'le 14 sept.'. Other texts stay, in plain letters. */
export const translateMonth = (date: string): string =>
  foldForSearch(date.slice(0, 80))
    .trim()
    .replace(AROUND, '')
    .replace(ORDINAL, '$1 ')
    .replace(OF, ' ')
    .replace(IRISH_SEPTEMBER, 'september')
    .replace(IRISH_OCTOBER, 'october')
    .replace(WORD, (whole, word: string) => byPrefix.get(word)?.toLowerCase() ?? whole)
