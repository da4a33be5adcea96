import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, type Doors, formOf, freshRiverbank, type Person, type TestRiverbank } from '~/test/riverbank'
import { withSecondStep } from '~/test/second-step'
import { startSession } from './sessions.server'

// SECOND_STEP=required: every route but those named is closed to a tutor without a second step.
const modules = import.meta.glob<Doors>(
  ['../routes/{dashboard,files,api}/*/route.{ts,tsx}', '../routes/dashboard/layout.tsx'],
  {
    eager: true,
  },
)
const doors = Object.entries(modules).flatMap(([file, module]) => {
  const [, wing = '', folder = ''] = /routes\/(\w+)\/(.*?)(?:\/route)?\.tsx?$/.exec(file) ?? []
  return (['loader', 'action'] as const)
    .filter((door) => module[door])
    .map((door) => ({ name: `${wing}/${folder} ${door}`, wing, folder, door, run: module[door]! }))
})

/** Routes without a log-in, and those that set the second step up or end the session. */
const open = [
  /^api\/(board\.(current|past)|contact|events|login|openapi\[\.\]json|resources\.public|strategic-plans\.active) (loader|action)$/,
  /^api\/logout action$/,
  /^files\/(board\.\$id|newsletter\.\$address|website\.\$name) /,
  /^files\/\$id action$/,
  /^dashboard\/preview loader$/,
  /^dashboard\/password\.second-step\._index /,
]
const asksTutors = (name: string) => name === 'api/events action' || !open.some((pattern) => pattern.test(name))

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
  riverbank.context.settings = { ...riverbank.context.settings, secondStep: 'required' }
})
afterEach(() => riverbank.close())

async function knock({ wing, folder, door, run }: (typeof doors)[number], as: Person) {
  const path = `/${wing}/${folder === 'layout' ? '' : folder.replaceAll('.', '/').replace(/\$\w*/g, '1').replace('/_index', '').replaceAll('_', '')}`
  const request = await riverbank.request(path, { as, ...(door === 'action' ? formOf({}) : {}) })
  return answerOf(() => run({ request, params: { id: '1', '*': 'nowhere' }, context: riverbank.context }))
}

test('a tutor without a second step is led to setting it up by every page, and refused by every call', async () => {
  for (const door of doors.filter(({ name }) => asksTutors(name))) {
    const answer = await knock(door, 'aoife')
    if (door.wing === 'api') {
      expect(answer.status, door.name).toBe(403)
      expect((await answer.json()).message, door.name).toMatch(/Tutors need a second step here/)
    } else
      expect([answer.status, answer.headers.get('Location')], door.name).toEqual([
        303,
        '/dashboard/password/second-step',
      ])
  }
})

test('they can set it up, and log out', async () => {
  for (const name of ['dashboard/password.second-step._index loader', 'api/logout action']) {
    const door = doors.find((one) => one.name === name)!
    expect((await knock(door, 'aoife')).status, name).toBe(200)
  }
})

test('students, and tutors with a second step, notice nothing of it', async () => {
  await withSecondStep(riverbank, 'aoife')
  riverbank.sessions.aoife = await startSession(riverbank.db, riverbank.people.aoife.id, false)
  const files = doors.find(({ name }) => name === 'dashboard/_index loader')!
  expect((await knock(files, 'aoife')).status).toBe(200)
  expect((await knock(files, 'daniel')).status).toBe(200)
})

test('a visitor’s sign-up by a tutor who must set it up adds nobody', async () => {
  const door = doors.find(({ name }) => name === 'api/newsletter.subscribe action')!
  expect((await knock(door, 'aoife')).status).toBe(403)
  expect(await riverbank.db.selectFrom('subscribers').selectAll().execute()).toEqual([])
})
