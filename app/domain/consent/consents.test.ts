import { expect, test, vi } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { listActivity } from '~/domain/activity/activity.server'
import { getReadingGrade, splitSentences, splitWords } from '~/domain/reading.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { SHEET_TEXT, USE_EXPLANATIONS, WITHDRAWN_TEXT } from './consents'
import {
  addConsents,
  addConsentsOfSeveral,
  findCurrentConsents,
  listEndingConsents,
  paginateEndingConsents,
  withdrawConsent,
} from './consents.server'
import { severalConsents } from './schema'

const riverbank = setUpFreshRiverbank()

const setDay = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:00:00Z`) })
const none = { gallery: null, website: null, newsletter: null, print: null, home: null }
const about = { supportedBy: null, explained: 'the sheet' }
const sayYes = (studentId: number, until: string, use: 'gallery' | 'website' = 'website') =>
  addConsents(riverbank.db, riverbank.people.aoife, studentId, {
    ...{ ...none, ...about, [use]: 'yes' },
    ...{ from: '2026-01-01', until },
  })

test('answers are listed from 30 days before they run out until 30 days after, unless newer ones exist', async ({
  db,
  people,
}) => {
  const { daniel, niamh, aoife } = people
  setDay('2026-11-29')
  await sayYes(daniel.id, '2026-12-29')
  await sayYes(daniel.id, '2026-12-30', 'gallery')
  await sayYes(niamh.id, '2026-10-30')
  expect(await listEndingConsents(db, aoife)).toEqual([
    { id: niamh.id, use: 'website', until: '2026-10-30', isOver: true },
    { id: daniel.id, use: 'website', until: '2026-12-29', isOver: false },
  ])
  const { items } = await paginateEndingConsents(db, aoife, 1)
  expect(items.map(({ name }) => name)).toEqual(['Niamh Walsh', 'Daniel Okafor'])
  // The last day of a yes still counts.
  setDay('2026-12-29')
  expect((await listEndingConsents(db, aoife)).map(({ isOver }) => isOver)).toEqual([false, false])
  setDay('2026-11-29')
  await sayYes(niamh.id, '2026-12-31')
  await withdrawConsent(db, daniel, daniel.id, 'website')
  expect(await listEndingConsents(db, aoife)).toEqual([])
  setDay('2026-12-01')
  expect(await listEndingConsents(db, aoife)).toHaveLength(2)
  await closeAccountById(db, aoife, niamh.id)
  expect(await listEndingConsents(db, aoife)).toHaveLength(1)
})

test('answers of several students are recorded in one form; those left as they are stay', async ({ db, people }) => {
  const { daniel, niamh, aoife } = people
  const days = { from: '2026-11-01', until: '2027-11-01' }
  const students = [
    { studentId: String(daniel.id), website: 'yes', print: 'no' },
    { studentId: String(niamh.id), website: '' },
  ]
  const fields = { students, ...about, ...days, decided: 'on' }
  expect(await addConsentsOfSeveral(db, aoife, severalConsents.parse(fields))).toEqual([daniel.id])
  const states = (await findCurrentConsents(db, aoife, daniel.id)).map(({ use, state }) => `${use}: ${state}`)
  expect(states).toEqual(
    expect.arrayContaining(['website: yes', 'print: no', 'gallery: not asked', 'newsletter: not asked']),
  )
  expect(await db.selectFrom('photoConsents').select('id').where('userId', '=', niamh.id).execute()).toEqual([])
  expect((await listActivity(db, aoife))[0]).toMatchObject({ noun: 'photo consent', studentId: daniel.id })
  const refused = [
    { ...fields, decided: '' },
    { ...fields, students: [students[1]] },
    { ...fields, until: '2027-11-02' },
    { ...fields, students: [{ ...students[0], website: 'perhaps' }] },
  ]
  for (const one of refused) expect(severalConsents.safeParse(one).success, JSON.stringify(one)).toBe(false)
})

// What students read before they decide, and after they change their mind.
const explained = [...SHEET_TEXT.before, ...SHEET_TEXT.after, ...Object.values(USE_EXPLANATIONS)]
test.each([...explained, ...Object.values(WITHDRAWN_TEXT)])('in Easy Read: %s', (text) => {
  for (const sentence of splitSentences(text)) expect(splitWords(sentence).length, sentence).toBeLessThanOrEqual(12)
  expect(getReadingGrade(splitSentences(text))).toBeLessThanOrEqual(4)
})
