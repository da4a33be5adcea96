import { expect, test } from 'vitest'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addGroup, removeGroup } from '~/domain/groups/groups.server'
import type { RouteHandler } from '~/http/errors/error-response.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { action as uploadFile } from '~/routes/dashboard/_index/route'
import { action as addNotice } from '~/routes/dashboard/notices.new/route'
import { action as addQuestion } from '~/routes/dashboard/notices.questions.new/route'
import { action as addSession } from '~/routes/dashboard/timetable.week.plan/route'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { createSampleDocument, createUploadedFile } from '~/test/samples'

const riverbank = setUpFreshRiverbank()
const until = addDays(formatIsoDay(getToday()), 3)

const question = {
  question: 'Tea?',
  until,
  'answers[0].words': 'Yes',
  'answers[0].symbol': 'yes',
  'answers[1].words': 'No',
  'answers[1].symbol': '',
}
const session = { intent: 'save-session', weekdays: 'Monday', from: '9:30', to: '11:00', activity: 'Art' }

/** The forms with students: their action, required fields, students' field and the stored students of what they add. */
const forms = {
  notice: {
    action: addNotice,
    fields: { title: 'Bus', text: 'Late.', until },
    field: 'studentIds',
    rows: 'noticeStudents',
  },
  question: { action: addQuestion, fields: question, field: 'studentIds', rows: 'questionStudents' },
  session: { action: addSession, fields: session, field: 'studentIds', rows: 'weekSessionStudents' },
  file: { action: uploadFile, fields: { intent: 'upload', title: 'Recipe' }, field: 'studentId', rows: 'files' },
} as const

async function send(name: keyof typeof forms, more: [name: string, value: string][]) {
  const { action, fields } = forms[name]
  const body = new FormData()
  for (const [field, value] of [...Object.entries(fields), ...more]) body.append(field, value)
  if (name === 'file')
    body.append('file', createUploadedFile(createSampleDocument(String(Math.random())), 'recipe.doc'))
  return callRoute(riverbank, withFormRecovery(action as RouteHandler), '/dashboard', {
    as: 'aoife',
    method: 'POST',
    body,
  })
}

async function listStoredStudents(name: keyof typeof forms): Promise<number[]> {
  const { rows } = forms[name]
  const { db } = riverbank
  if (rows === 'files') {
    const files = await db.selectFrom('files').select('studentId').where('title', '=', 'Recipe').execute()
    return files.flatMap(({ studentId }) => studentId ?? []).sort()
  }
  return (await db.selectFrom(rows).select('userId').execute()).map(({ userId }) => userId).sort()
}

test.each(Object.keys(forms) as (keyof typeof forms)[])(
  'the form of a %s replaces ticked groups with their students; a group that is gone or empty is refused at the field',
  async (name) => {
    const { db, people } = riverbank
    const { daniel, niamh, aoife } = people
    const { field } = forms[name]
    const kitchen = await addGroup(db, aoife, { name: 'Kitchen', studentIds: [daniel.id] })
    const gone = await addGroup(db, aoife, { name: 'Gone', studentIds: [niamh.id] })
    const empty = await addGroup(db, aoife, { name: 'Nobody yet', studentIds: [] })
    await removeGroup(db, aoife, gone.id)
    for (const [id, text] of [
      [gone.id, 'has been deleted'],
      [empty.id, '‘Nobody yet’'],
    ] as const) {
      const refused = await send(name, [['groupIds', String(id)]])
      expect(refused.status).toBe(400)
      const { result } = await refused.json()
      expect(result.error[field]).toEqual([expect.stringContaining(text)])
    }
    expect(await listStoredStudents(name)).toEqual([])
    // Next to another error, so that the deleted group is not forgotten on the second press.
    const both = await send(name, [
      [name === 'file' ? 'title' : 'until', ''],
      ['groupIds', String(gone.id)],
      ['groupIds', String(kitchen.id)],
    ])
    const { result } = await both.json()
    expect(result.error[field]).toEqual([expect.stringContaining('has been deleted')])
    expect([result.initialValue[field]].flat()).toContain(String(daniel.id))
    const saved = await send(name, [
      ['groupIds', String(kitchen.id)],
      [field, String(niamh.id)],
    ])
    expect(saved.status).toBe(303)
    expect(await listStoredStudents(name)).toEqual([daniel.id, niamh.id].sort())
  },
)
