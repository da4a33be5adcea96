import { expect, test } from 'vitest'
import { addDemoBoard } from '~/demo/board'
import { addDemoResources } from '~/demo/resources'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { toChange } from './change.server'
import { addNewsletter, changeNewsletter, findTypedNewsletter } from './newsletters/newsletters.server'
import { newsletterEdit } from './newsletters/schema'
import { changePlan, findTypedPlan } from './plans/plans.server'
import { planEdit } from './plans/schema'
import { changeResource, findTypedResource } from './resources/resources.server'
import { resourceEdit } from './resources/schema'

setUpFreshRiverbank()
/** Browsers send the line breaks of a text area as CR LF. */
const sent = <Words>(words: Words) =>
  JSON.parse(JSON.stringify(words, (_, value) => (typeof value === 'string' ? value.replaceAll('\n', '\r\n') : value)))

test('opening a form of the demonstration and saving it without typing changes no text', async ({ db, people }) => {
  await addDemoResources(db, people.aoife)
  await addDemoBoard(db)
  const content = 'Dear all,\n\n## Dates\n- **Monday:** choir\n- Art\n\n[picture 1]\n\nWarm wishes\nMaeve'
  await addNewsletter(db, people.aoife, { title: 'June', content })
  const nouns = [
    ['resources', findTypedResource, resourceEdit, changeResource],
    ['strategicPlans', findTypedPlan, planEdit, changePlan],
    ['newsletters', findTypedNewsletter, newsletterEdit, changeNewsletter],
  ] as const
  for (const [table, find, rules, change] of nouns) {
    const rows = await db.selectFrom(table).selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      const typed = rules.parse(sent(await find(db, people.aoife, row.id)))
      await change(db, people.aoife, row.id, toChange(typed) as never)
      const saved = await db.selectFrom(table).selectAll().where('id', '=', row.id).executeTakeFirst()
      expect(saved).toEqual({ ...row, version: row.version + 1 })
    }
  }
})
