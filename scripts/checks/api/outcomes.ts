import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCsv } from '../../../app/domain/csv.server'
import { decodeText, findPossibleEncodings } from '../../../app/domain/decode-text.server'
import { findColumn } from '../../../app/domain/week/table-cells.server'
import { parseWeekdays } from '../../../app/domain/week/weekdays'
import { startRiverbank } from '../../../app/test/running'
import type { CheckOptions } from '../shared/topics'
import { createOwnInputs, type SampleInput } from './outcome-inputs'
import { listRoads, type OutcomeInput } from './outcome-kinds'
import { createRoads, NOTHING, type Outcome } from './outcome-roads'
import { findMissingWords, startStudentReader } from './student-reader'

const MAX_CELL = 700

/**
 * Prints a table of what becomes of files and texts: each is sent by every road that a person can take with it. Returns the faults:
 * unexpected results, refusals without a message, pages and calls that disagree, and words that are lost.
 */
export async function findOutcomeFaults({ inputs }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  await using student = await startStudentReader(riverbank)
  const roads = await createRoads(riverbank, student)
  const given = inputs ? readFolder(inputs) : await createOwnInputs()
  const faults: string[] = []
  printRow('input', 'sent as', 'screen', 'a student sees', 'a student hears', 'API', 'stored')
  printRow(...Array(7).fill('---'))
  for (const { says, ...input } of given) {
    const all: string[] = []
    for (const road of await listRoads(input)) {
      const outcomes = await roads[road](input).catch((error: Error) => {
        faults.push(`${input.name} as ${road}: the check was aborted: ${error.stack}`)
        return []
      })
      for (const outcome of outcomes) {
        const { screen, sees = 'no page of a student', hears, api = 'no call', stored } = outcome
        printRow(input.name, road, screen, sees, hears ?? (outcome.sees ? 'no Listen' : ''), api, stored)
        all.push(screen, sees, hears ?? '', api, stored)
        const found = [...findContradictions(outcome), ...(outcome.faults ?? [])]
        if (road === 'list' || road === 'timetable') found.push(...(await findLostCells(input, outcome)))
        faults.push(...found.map((fault) => `${input.name} as ${road}: ${fault}`))
      }
    }
    for (const words of says)
      if (!words.test(all.join(' '))) faults.push(`${input.name}: ${words} is not in ${all.join(' ')}`)
  }
  return faults
}

const readFolder = (folder: string): SampleInput[] =>
  readdirSync(folder)
    .filter((name) => !/^README/.test(name))
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)), says: [] }))

function printRow(...cells: string[]): void {
  const shown = cells.map((cell) => {
    const line = cell
      .trim()
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;')
      .replace(/\s*\n\s*/g, ' ⏎ ')
    return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL)} …` : line
  })
  console.log(`| ${shown.join(' | ')} |`)
}

function findContradictions({ screen, api, stored }: Outcome): string[] {
  const [, status = '', words = ''] = /^(\d{3}) ?(.*)$/.exec(api ?? '') ?? []
  const isRefused = status >= '400'
  const isScreenRefused = /^4\d\d/.test(screen)
  return [
    ...(/^5/.test(screen) || /(?:^|: )5\d\d\b/.test(api ?? '')
      ? [`the server failed: page ${screen}, API ${api}`]
      : []),
    ...(/^4\d\d$/.test(screen.trim()) || /^4\d\d$/.test(api ?? '') ? ['it is refused without a message'] : []),
    ...(status && isRefused !== isScreenRefused ? [`the page says ${screen}, but the API ${api}`] : []),
    ...(isRefused && words && !screen.includes(words) ? [`the page does not say ‘${words}’ but ${screen}`] : []),
    ...(isScreenRefused !== (stored === NOTHING) ? [`the page says ${screen}, but ${stored} is stored`] : []),
  ]
}

/** Cells that mark people who get newsletters; no screen repeats them. */
const USUAL_STATE = /^(?:active|confirmed|enabled|subscribed|true|yes)$/i

/** The cells of a table that are neither stored nor named on the screen, nor in a column or a line that it names, in the likeliest encoding. */
async function findLostCells({ bytes }: OutcomeInput, { screen, stored }: Outcome): Promise<string[]> {
  // A file without a table is refused as a whole.
  if (/^400 (?!Nobody|No session)/.test(screen)) return []
  const shown = `${screen} ${stored}`.normalize('NFKC')
  const byEncoding: string[][] = []
  for (const encoding of [undefined, ...findPossibleEncodings(bytes)])
    byEncoding.push(await findLostTexts(decodeText(bytes, encoding), shown))
  return byEncoding.sort((a, b) => a.length - b.length)[0] ?? []
}

async function findLostTexts(text: string, shown: string): Promise<string[]> {
  const delimiter = (['\t', ';', ','] as const).find((mark) => text.split('\n', 1)[0]?.includes(mark)) ?? ','
  const [head, ...lines] = await parseCsv(text, { maxLines: 20_000, tooMany: 'too many lines', delimiter })
  const isNamed = (column = '') => column.trim() !== '' && shown.includes(column.trim())
  const isRefused = (line: number) => new RegExp(`\\b(?:Line|Row) ${line}\\b`).test(shown)
  return lines.flatMap(({ line, cells }) =>
    (isRefused(line) ? [] : cells).flatMap((cell, index) => {
      if (USUAL_STATE.test(cell.trim()) || isNamed(head?.cells[index])) return []
      // Names of columns below a title, and days, which may be in another language.
      if (findColumn(cell) || parseWeekdays(cell)) return []
      const lost = findMissingWords(cell, shown).filter((word) => /^\p{L}{2,}$/u.test(word))
      return lost.length > 0 ? [`line ${line}: ‘${lost.join(' ')}’ is neither stored nor named`] : []
    }),
  )
}
