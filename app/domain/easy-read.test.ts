import { expect, test } from 'vitest'
import { addNewsletter, changeNewsletter, findTypedNewsletter } from '~/domain/newsletters/newsletters.server'
import { newNewsletter } from '~/domain/newsletters/schema'
import { addNotice, changeNotice, findTypedNotice, listNotices, paginateNotices } from '~/domain/notices/notices.server'
import { addPlan, changePlan, findTypedPlan, listPublicPlans } from '~/domain/plans/plans.server'
import { newPlan } from '~/domain/plans/schema'
import { addResource, changeResource, findPublicResource, findTypedResource } from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { newNotice } from './notices/schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const db = () => riverbank.db
const typed = 'There is **no bus** today.\n\nRing us.<script>x()</script>'
const html = '<p>There is <strong>no bus</strong> today.</p><p>Ring us.</p>'
const fields = { title: 'No bus', text: 'No bus today.', content: 'No bus today.', until: '2030-01-01' }

/** How to add and change each noun that can have an Easy Read text, as API calls do. */
const nouns = {
  resource: {
    add: (sent: object) => addResource(db(), aoife, newResource.parse({ ...sent, category: 'support' })),
    change: (id: number, patch: object) => changeResource(db(), aoife, id, { patch }),
    findTyped: (id: number) => findTypedResource(db(), aoife, id),
  },
  plan: {
    add: (sent: object) => addPlan(db(), aoife, newPlan.parse(sent)),
    change: (id: number, patch: object) => changePlan(db(), aoife, id, { patch }),
    findTyped: (id: number) => findTypedPlan(db(), aoife, id),
  },
  notice: {
    add: (sent: object) => addNotice(db(), aoife, newNotice.parse(sent)),
    change: (id: number, patch: object) => changeNotice(db(), aoife, id, { patch }),
    findTyped: (id: number) => findTypedNotice(db(), aoife, id),
  },
  newsletter: {
    add: (sent: object) => addNewsletter(db(), aoife, newNewsletter.parse(sent)),
    change: (id: number, patch: object) => changeNewsletter(db(), aoife, id, { patch }),
    findTyped: (id: number) => findTypedNewsletter(db(), aoife, id),
  },
}

test.each(Object.entries(nouns))('a %s gets an Easy Read text as HTML, keeps it and loses it', async (_, noun) => {
  const { id, easyRead: none } = await noun.add(fields)
  expect(none).toBeNull()
  const written = await noun.change(id, { easyRead: typed })
  expect(written.easyRead?.replace(/\s*\n\s*/g, '')).toBe(html)
  expect(await noun.findTyped(id)).toMatchObject({ easyRead: typed })
  // A call may send back what it received.
  await noun.change(id, { easyRead: written.easyRead })
  expect(await noun.findTyped(id)).toMatchObject({ easyRead: typed })
  expect((await noun.change(id, { title: 'No bus at all' })).easyRead).toBe(written.easyRead)
  expect((await noun.change(id, { easyRead: '' })).easyRead).toBeNull()
  await expect(noun.change(id, { easyRead: 7 })).rejects.toMatchObject({ kind: 'invalid' })
})

test('a text stored in another format is sanitised before it is shown', async ({ db, people }) => {
  const { id } = await nouns.resource.add(fields)
  await nouns.plan.add(fields)
  await nouns.notice.add(fields)
  for (const table of ['resources', 'strategicPlans', 'notices'] as const)
    await db.updateTable(table).set({ easyRead: '<p onclick="x()">Hello</p><script>x()</script>' }).execute()
  const shown = [
    await findPublicResource(db, id),
    ...(await listPublicPlans(db)),
    ...(await paginateNotices(db, people.niamh, 1)).items,
    ...(await listNotices(db, people.daniel)).items,
  ]
  expect(shown.map((record) => record?.easyRead)).toEqual(Array(4).fill('<p>Hello</p>'))
})
