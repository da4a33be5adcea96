import { resolve } from 'node:path'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { beforeAll, expect, test } from 'vitest'
import { type StatementPart, statementParts } from '~/content/accessibility-statement'
import { buildBeforeTests } from '~/test/built'
import { findElements, listTexts } from '~/test/reading'
import { shareRiverbank } from '~/test/riverbank'

/** What each section of the EU's model statement (Implementing Decision (EU) 2018/1523) must contain. */
const requested: Record<StatementPart, (RegExp | string)[]> = {
  commitment: ['S.I. No. 358 of 2020'],
  scope: ['public pages', 'student portal', 'emails'],
  status: ['EN 301 549', /2021 asks for WCAG 2\.1, level AA/, 'partially compliant'],
  notAccessible: ['PDFs', 'Photos', 'too much work', 'the law does not count them', 'another form'],
  preparation: ['WCAG 2.2', /wrote this part on \d+ \w+ \d{4}/, /read it over.*\d{4}/],
  feedback: [/Email \S+@\S+, ring [\d ]+/, 'within five working days', 'href="/contact"'],
  enforcement: ['https://www.ombudsman.ie/', 'https://www.ihrec.ie/', 'https://nda.ie/'],
  measures: ['keyboard'],
  phoneHelp: [/ring [\d ]+/, 'easy read', 'large print'],
}

buildBeforeTests()
const riverbank = shareRiverbank()
let sections: string[]
beforeAll(async () => {
  const build: ServerBuild = await import(/* @vite-ignore */ resolve('build/server/index.js'))
  const answer = await createRequestHandler(build)(await riverbank.request('/accessibility'), riverbank.context)
  sections = findElements(await answer.text(), ['section'])
})

test.each(Object.keys(requested) as StatementPart[])('the statement has its section %s under a heading', (part) => {
  const { heading } = statementParts[part]
  const found = sections.filter((section) => section.includes(`>${heading}</h2>`))
  expect(found).toHaveLength(1)
  const words = listTexts(found[0]!).join(' ')
  for (const each of requested[part])
    if (typeof each === 'string') expect(`${words} ${found[0]}`).toContain(each)
    else expect(words).toMatch(each)
})

test('the statement’s dates are in the past, and it was reviewed within a year of being written', () => {
  const days = (statementParts.preparation.dates ?? []).map(({ date }) => date)
  expect(days).toHaveLength(2)
  for (const day of days) expect(new Date(day).toISOString()).toBe(`${day}T00:00:00.000Z`)
  const [written, readOver] = days.map((day) => new Date(day))
  const aYearLater = new Date(written!).setFullYear(written!.getFullYear() + 1)
  expect(readOver!.getTime()).toBeGreaterThanOrEqual(written!.getTime())
  expect(readOver!.getTime()).toBeLessThanOrEqual(aYearLater)
  expect(readOver!.getTime()).toBeLessThanOrEqual(Date.now())
})
