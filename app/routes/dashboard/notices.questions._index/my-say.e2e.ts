import { expect, test } from '~/test/browser'
import { createWav } from '~/test/recordings'
import { createPicturePayload } from '~/test/samples'

test('a student answers with one press and changes the answer, and tutors see who said what @journey', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard', { as: 'daniel' })
  const bowling = page.getByRole('button', { name: 'Bowling' })
  expect((await bowling.boundingBox())?.height).toBeGreaterThan(72)
  await bowling.click()
  await expect(page.getByText('You said: Bowling.')).toBeInViewport()
  await expect(bowling).toHaveAttribute('aria-pressed', 'true')
  await page.emulateMedia({ media: 'print', forcedColors: 'active' })
  await expect(bowling).toHaveCSS('border-top-width', '4px')
  await expect(bowling).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(bowling.locator('use[href$="#check"]')).toHaveCount(1)
  await page.emulateMedia({ media: null, forcedColors: null })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/notices')
  await page.getByRole('button', { name: 'Swimming' }).click()
  await expect(page.getByText('You said: Swimming.')).toBeInViewport()
  await expect(page.getByText('Niamh')).toHaveCount(0)
  await open('/dashboard/notices/questions', { as: 'aoife' })
  await expect(page.getByText('1: Daniel')).toBeVisible()
  await expect(page).toHaveNoViolations()
})

test('a question has a photo and takes an answer by voice, which only tutors and the student hear @journey', async ({
  page,
  open,
  riverbank,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/dashboard/notices/questions/1/edit', { as: 'aoife' })
  await page.getByLabel('Students may answer by voice').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Photos for' }).click()
  await expect(page.getByRole('heading', { name: 'Add a photo' })).toBeVisible()
  await page.getByLabel('Answer', { exact: false }).first().selectOption({ label: 'Bowling' })
  const photo = page.locator('input[type=file]')
  await photo.setInputFiles(await createPicturePayload('bowling.jpg'))
  await page.getByRole('button', { name: 'Add photo' }).click()
  await expect(page.getByRole('img', { name: 'Bowling' })).toBeVisible()
  await expect(page).toHaveNoViolations()

  await open('/dashboard', { as: 'daniel' })
  await expect(page.getByRole('button', { name: 'Bowling' }).locator('img')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await page.getByRole('link', { name: 'Say it with your voice' }).click()
  await expect(page.getByText('Tutors hear your voice.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  const send = async (buffer: Buffer) => {
    await page.getByLabel('Record your voice').setInputFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer })
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await send(createWav(61))
  await expect(page.getByText('Please speak for one minute at most.')).toBeVisible()
  await expect(page).toHaveNoViolations()
  await send(createWav(2))
  await expect(page.getByText('Your tutors can hear it now.')).toBeVisible()
  const player = page.getByLabel('Your answer')
  expect((await player.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expect(page).toHaveNoViolations()

  await open('/dashboard/notices/questions/1/voice', { as: 'aoife' })
  await expect(page.getByRole('heading', { name: 'Daniel' })).toBeVisible()
  await expect(page.getByText('2 seconds')).toBeVisible()
  await expect(page).toHaveNoViolations()
  const sound = page.locator('audio')
  await sound.evaluate((player: HTMLAudioElement) => {
    player.preload = 'auto'
    player.load()
  })
  await expect(sound).toHaveJSProperty('duration', 2)
  await page.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, delete it' }).click()
  await expect(page.getByText('The recording is gone.')).toBeVisible()
  expect(riverbank.rows('select id from spokenAnswers')).toEqual([])
})
