import { expect, fillFields, measurePage, test } from '~/test/browser'

test('a ticked group stands for its students in a form @scripts', async ({ page, open, riverbank }) => {
  riverbank.change("insert into studentGroups (id, name) values (7, 'Wagtails')")
  riverbank.change('insert into groupStudents (userId, groupId) values (2, 7), (3, 7)')
  await page.setViewportSize({ width: 320, height: 740 })
  await open('/dashboard/notices/new', { as: 'aoife' })
  await fillFields(page.locator('#notice'), { Title: 'Aprons', Text: 'Bring your apron.' })
  const group = page.getByLabel('Wagtails (group of 2)')
  await group.check()
  // A group's box ticks its students, and is ticked while all of them are.
  const niamh = page.getByRole('list').filter({ has: group }).getByLabel('Niamh Walsh')
  await expect(niamh).toBeChecked()
  await niamh.uncheck()
  await expect(group).not.toBeChecked()
  await group.check()
  await group.uncheck()
  await expect(niamh).not.toBeChecked()
  await group.check()
  expect((await measurePage(page)).width).toBeLessThanOrEqual(320)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Add a notice', exact: true }).click()
  await expect
    .poll(() => riverbank.rows('select userId from noticeStudents order by userId'))
    .toEqual([{ userId: 2 }, { userId: 3 }])
})
