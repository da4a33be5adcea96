import { MAX_STEPS } from '~/domain/guides/limits'
import { countSheets, expect, type RunningRiverbank, test } from '~/test/browser'
import { resolveAddress } from '~/test/screens'

// Pages for paper; timetable.week._index/print.e2e.ts tests the largest one.

/** Fills the demonstration's guide up to the limit, with the longest sentences. */
function addSteps(riverbank: RunningRiverbank): string {
  const address = resolveAddress(riverbank, '/dashboard/steps/:guide?step=all')
  riverbank.change(
    `with recursive numbers (n) as (select 4 union all select n + 1 from numbers where n < ${MAX_STEPS})
      insert into guideSteps (guideId, position, sentence, symbol)
      select guides.id, n, 'Ask somebody you know to help you carry the bags upstairs now.', 'tea-break' from numbers, guides`,
  )
  return address
}

test('steps, a register and a consent sheet each fit on one sheet @mechanism', async ({ page, open, riverbank }) => {
  await open(resolveAddress(riverbank, '/dashboard/steps/:guide?step=all'), { as: 'aoife' })
  const steps = page.getByRole('listitem').filter({ hasText: /^\d+\. / })
  // A few steps have large pictures.
  await expect(steps.locator('.picture').first()).toHaveCSS('width', '160px')
  expect(await countSheets(page)).toBe(1)
  await open(addSteps(riverbank))
  await expect(steps).toHaveCount(MAX_STEPS)
  expect(await countSheets(page)).toBe(1)
  await open('/dashboard/timetable/register/month?month=2026-10')
  expect(await countSheets(page)).toBe(1)
  await open('/dashboard/profile/people/2/consent/sheet')
  await expect(page.getByText('Who helped me:')).toBeVisible()
  expect(await countSheets(page)).toBe(1)
})
