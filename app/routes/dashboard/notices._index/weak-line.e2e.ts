import { expect, test } from '~/test/browser'
import type { Break } from '~/test/faulty-proxy'
import { FULL_RUN_ONLY } from '~/test/modes'
import { createPicturePayload } from '~/test/samples'

test.use({ usesFaultyProxy: true, expectsServerErrors: true })

for (const failure of ['gone', 'cut', 'torn', 502] as Break[])
  test(`photos are each added once although the connection is ${failure} @scripts`, {
    tag: failure === 'cut' ? [] : FULL_RUN_ONLY,
  }, async ({ page, open, line, riverbank }) => {
    await open('/dashboard/notices/qqi', { as: 'aoife' })
    const names = ['new-1.png', 'new-2.png', 'new-3.png']
    const photos = await Promise.all(names.map((name, index) => createPicturePayload(name, 1000 + index)))
    await page.getByLabel('Photos', { exact: true }).setInputFiles(photos)
    let sent = 0
    // A browser repeats a request automatically when a kept-alive connection turns out to be closed.
    line.break(failure, ({ url }) => url === '/api/files/upload' && ++sent > 1)
    await page.getByRole('button', { name: 'Upload photos' }).click()
    const alert = page.locator('[data-failure]')
    await expect(alert).toContainText(/Failed to upload new-2\.png: (502|no connection)/)
    await expect(alert).toContainText('Saved: new-1.png.')
    await expect(alert).toBeFocused()
    line.mend()
    await page.getByRole('button', { name: 'Upload photos' }).click()
    await expect(page.getByText('QQI certificate photos uploaded successfully').first()).toBeVisible()
    const added = riverbank.rows(
      "select fileName, title, isShared from files where album = 'qqi' and fileName like 'new-%' order by id",
    )
    expect(added.map(({ fileName }) => fileName)).toEqual(names)
    expect(new Set(added.map(({ title }) => title)).size).toBe(3)
  })
