import { expect, test } from 'vitest'
import { isSomeWeeksOnly, parseDated } from './dated'

test.each([
  ['Mon 30 Nov', 'Monday 2026-11-30'],
  ['Tue 1 Dec', 'Tuesday 2026-12-01'],
  ['Dienstag 1.12.2026', 'Tuesday 2026-12-01'],
  ['4 January', '2027-01-04'],
  ['30/11', '2026-11-30'],
  ['lundi 30 novembre', 'Monday 2026-11-30'],
  ['Dé Máirt, 1 Nollaig', 'Tuesday 2026-12-01'],
  ['Montag, den 30. November', 'Monday 2026-11-30'],
  ['środa 2 grudnia 2026 r.', 'Wednesday 2026-12-02'],
  ["1er d'octobre", '2026-10-01'],
  ['5 de Mheán Fómhair', '2026-09-05'],
  ['14 Deireadh Fómhair 2026', '2026-10-14'],
  ['01-déc-26', '2026-12-01'],
  ['3. Mrz. 2027', '2027-03-03'],
  ['Mar 17 2027', '2027-03-17'],
  ['14 jui 2027', undefined],
  ['Monday', undefined],
  ['9.30', undefined],
  ['9-11', undefined],
])('%j is %s', (text, expected) => {
  const { weekday, date } = parseDated(text, { day: 20, month: 'November', year: 2026 }) ?? {}
  expect([weekday, date].filter(Boolean).join(' ') || undefined).toBe(expected)
})

test.each([
  ['Week A', true],
  ['Choir (B)', true],
  ['alternate Fridays', true],
  ['1st Tuesday', true],
  ['fortnightly', true],
  ['Autumn term, weeks 1-12', false],
  ['Week 1-12', false],
  ['Alternative therapies', false],
  ['Tea break', false],
])('%j is on in some weeks only: %s', (text, expected) => {
  expect(isSomeWeeksOnly(text)).toBe(expected)
})
