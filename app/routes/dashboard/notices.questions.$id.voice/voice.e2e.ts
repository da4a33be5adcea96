import { expect, test } from '~/test/browser'

const allowVoice = "update questions set allowsVoice = 1, until = '2100-01-01'"

test('a student records on the page, hears it and sends it; a tutor downloads it @scripts', async ({
  page,
  open,
  riverbank,
}) => {
  riverbank.change(allowVoice)
  await page.context().grantPermissions(['microphone'])
  await open('/dashboard/notices', { as: 'daniel' })
  await page.getByRole('link', { name: 'Say it with your voice' }).first().click()
  const record = page.getByRole('button', { name: 'Record', exact: true })
  await expect(page.getByLabel('1. Record your voice')).toBeHidden()
  const { width, height } = (await record.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status')).toHaveText('Please record your voice first.')
  await expect(record).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText('Recording. Speak now.')
  await expect(page.getByText('59 seconds left')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(/Your recording is ready/)
  await expect(page.getByRole('button', { name: 'Record again' })).toBeFocused()
  const player = page.getByLabel('What you just said')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Your tutors can hear it now.')).toBeVisible()
  expect(riverbank.rows('select fileType from spokenAnswers order by id desc limit 1')).toEqual([
    { fileType: 'audio/webm' },
  ])
  const address = page.url()
  await page.context().clearCookies()
  await open('/dashboard/notices', { as: 'aoife' })
  await page.goto(address)
  const download = page.getByRole('link', { name: /^Download .*’s answer/ }).first()
  await expect(download).toHaveAttribute('href', /^\/files\/voice\//)
})

test('a browser that gives no microphone says so, and takes a file @scripts', async ({ page, open, riverbank }) => {
  riverbank.change(allowVoice)
  await open('/dashboard/notices', { as: 'daniel' })
  // As when a person refuses: headless Chromium can't ask, and reports other refusals as errors of the page.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))
  })
  await page.getByRole('link', { name: 'Say it with your voice' }).first().click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText(/^We cannot use your microphone\. Allow it in your browser/)
  await expect(page.getByLabel('1. Record your voice')).toBeVisible()
})
