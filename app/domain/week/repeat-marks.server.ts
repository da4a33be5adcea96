import type { CsvLine } from '~/domain/csv.server'
import { foldForSearch } from '~/domain/text'

const MARK = /^[\s–—-]*(?:["“”„‟″〃]|''|’’|´´|′′)[\s–—-]*$/
const WORDS =
  /^(?:ditto|dito|idem|ibid|do\.|j\.? ?w\.?|(?:the )?same(?: (?:as )?(?:above|before|time|place|room|day|tutor|activity))?|as above|see above|wie oben|siehe oben|comme ci-dessus|jak wyzej|mar an gceanna)[.\s]*$/
const GERMAN_DAY = /^(?:mo|di|mi|fr|montag|dienstag|mittwoch|freitag)\.?$/i

const isMark = (text: string) => MARK.test(text)

/** True for words that mean the value above: 'ditto', 'do.', 'same as above'. */
export const isRepeatWord = (text = ''): boolean => text.length < 40 && WORDS.test(foldForSearch(text).trim())

/**
 * Replaces 'ditto', 'do.' and quotation marks with the cell above. Those with nothing above stay. Next to days such as 'Mi.', 'Do.' is
 * Thursday.
 */
export function repeatCellsAbove(lines: CsvLine[], isHeader: (line: CsvLine) => boolean): CsvLine[] {
  const withGermanDays = new Set(
    lines.flatMap(({ cells }) => [...cells.keys()].filter((index) => GERMAN_DAY.test(cells[index]!))),
  )
  let above: string[] = []
  return lines.map((line) => {
    if (isHeader(line)) {
      above = []
      return line
    }
    const cells = line.cells.map((text, index) => {
      if (withGermanDays.has(index) && /^do\.$/i.test(text)) return 'Do'
      return ((isMark(text) || isRepeatWord(text)) && above[index]) || text
    })
    const isTitle = new Set(cells.filter((text) => text !== '')).size < 2
    if (!isTitle) above = cells
    return { line: line.line, cells }
  })
}

/**
 * Escapes cells of one quotation mark, which mean the cell above. The parser would take two of them for the beginning and the end of one
 * cell.
 */
export function escapeQuoteMarks(text: string, delimiter: string): string {
  let isInside = false
  const isLone = (cell: string) => cell.trim() === '"'
  return text
    .split('\n')
    .map((line) => {
      const cells = line.split(delimiter)
      const lone = cells.filter(isLone).length
      const isOpened = ((line.split('"').length - 1 - lone) & 1) === 1
      if (lone > 0 && !isInside && !isOpened)
        return cells.map((cell) => (isLone(cell) ? cell.replace('"', '""""') : cell)).join(delimiter)
      if ((line.split('"').length - 1) & 1) isInside = !isInside
      return line
    })
    .join('\n')
}
