import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRiverbank } from '~/test/running'
import { type Served, servedPages } from '~/test/served'
import { touchingWords } from '~/test/touching-words'

let pages: Served[]
let stop: () => Promise<void>
beforeAll(async () => {
  execFileSync('scripts/build', { stdio: 'inherit' })
  const riverbank = await startRiverbank()
  stop = riverbank.stop
  pages = await servedPages(riverbank)
}, 120_000)
afterAll(() => stop())

/** Where each thing was found, most frequent things first. */
function listed(found: { what: string; where: string }[]): string[] {
  const places = new Map<string, string[]>()
  for (const { what, where } of found) places.set(what, [...(places.get(what) ?? []), where])
  return [...places].map(([what, where]) => `${what} (${where.length} times, such as ${where[0]})`)
}

test('every screen is here, and forms that came back', () => {
  const refused = pages.filter(({ name }) => name.endsWith('was refused'))
  expect(pages.length - refused.length).toBeGreaterThan(80)
  expect(refused.length).toBeGreaterThan(25)
})

test('no words run together where no style sheet is applied', () => {
  const found = pages.flatMap(({ name, html }) => touchingWords(html).map((what) => ({ what, where: name })))
  expect(listed(found)).toEqual([])
})

test('the lines of what people wrote stay lines where no style sheet is applied', () => {
  const [written] = pages.filter(
    ({ screen, html }) => screen.path.endsWith(':draft') && html.includes('Open afternoon'),
  )
  expect(written?.html).toContain('tea with us.<br/>Saturday 12 December')
})

test('the HTML is valid', async () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })
  const found: { what: string; where: string }[] = []
  for (const { name, html } of pages) {
    const { results } = await validator.validateString(html)
    for (const { ruleId, message, line, column, selector } of results.flatMap(({ messages }) => messages))
      found.push({ what: `${ruleId}: ${message}`, where: `${name}, ${selector ?? ''} ${line}:${column}` })
  }
  expect(listed(found)).toEqual([])
})

test('pages name one style sheet, which the build has compressed to 8 kB', () => {
  const sheets = new Set(pages.flatMap(({ html }) => /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? []))
  expect(sheets.size).toBe(1)
  for (const sheet of sheets) expect(statSync(`build/client${sheet}.br`).size, sheet).toBeLessThanOrEqual(8000)
})
