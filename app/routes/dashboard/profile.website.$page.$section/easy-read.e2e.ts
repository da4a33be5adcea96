import { expect, test } from '~/test/browser'
import { createPicturePayload } from '~/test/samples'

test('a tutor changes the pictures of two ideas, one to a photo, and loses nothing typed or chosen @whole', async ({
  open,
  page,
}) => {
  await open('/dashboard/profile/website/about/easyRead', { as: 'aoife' })
  const findIdea = (place: number) => page.locator('ol > li > details').nth(place)
  const unfoldIdea = async (place: number) => {
    if (!(await findIdea(place).evaluate((fold: HTMLDetailsElement) => fold.open)))
      await findIdea(place).locator('summary').first().click()
    return findIdea(place)
  }
  const change = async (place: number) => {
    await (await unfoldIdea(place)).getByRole('button', { name: /^Change the picture/ }).click()
    await expect(findIdea(place).getByRole('radio', { name: 'Heart', exact: true })).toBeVisible()
  }
  await (await unfoldIdea(0)).getByLabel(/^One idea/).fill('We are in Dublin.')
  await change(1)
  await findIdea(1)
    .getByLabel(/^New Picture/)
    .setInputFiles(await createPicturePayload('us.jpg', 600, 600))
  await findIdea(1).getByLabel('What is in this picture?').fill('All of us.')
  await change(2)
  await findIdea(2).getByRole('radio', { name: 'Heart', exact: true }).check()
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Publish', exact: true }).last().click()
  await expect(page.getByText('Published').first()).toBeVisible()

  await open('/about/easy-read')
  await expect(page.getByText('We are in Dublin.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'All of us.' })).toBeVisible()
  await open('/dashboard/profile/website/about/easyRead')
  await expect((await unfoldIdea(2)).getByText('Picture: Heart')).toBeVisible()
})
