import { expect, measurePage, test } from '~/test/browser'
import { createWav } from '~/test/recordings'
import { createPicturePayload } from '~/test/samples'

test.use({ viewport: { width: 360, height: 740 } })

test('a student answers with one press and changes it, and tutors see who said what', async ({ page, open }) => {
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
  expect((await measurePage(page)).height).toBeLessThan(4000)
  await expect(page).toHaveNoViolations()
  await open('/dashboard/notices')
  await page.getByRole('button', { name: 'Swimming' }).click()
  await expect(page.getByText('You said: Swimming.')).toBeInViewport()
  await open('/dashboard/notices/questions', { as: 'aoife' })
  await expect(page.getByText('1: Daniel')).toBeVisible()
})

test('a question has a photo and takes an answer by voice, which a tutor hears', async ({ page, open, riverbank }) => {
  riverbank.change('update questions set allowsVoice = 1')
  await open('/dashboard/notices/questions/1/photos', { as: 'aoife' })
  await page.getByLabel('Answer', { exact: false }).first().selectOption({ label: 'Bowling' })
  await page.locator('input[type=file]').setInputFiles(await createPicturePayload('bowling.jpg'))
  await page.getByRole('button', { name: 'Add photo' }).click()
  await expect(page.getByRole('img', { name: 'Bowling' })).toBeVisible()

  await open('/dashboard', { as: 'daniel' })
  await expect(page.getByRole('button', { name: 'Bowling' }).locator('img')).toBeVisible()
  await page.getByRole('link', { name: 'Say it with your voice' }).click()
  const send = async (seconds: number) => {
    const sound = { name: 'voice.wav', mimeType: 'audio/wav', buffer: createWav(seconds) }
    await page.getByLabel('Record your voice').setInputFiles(sound)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await send(61)
  await expect(page.getByText('Please speak for one minute at most.')).toBeVisible()
  await send(2)
  await expect(page.getByText('Your tutors can hear it now.')).toBeVisible()
  expect((await page.getByLabel('Your answer').boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expect(page).toHaveNoViolations()

  await open('/dashboard/notices/questions/1/voice', { as: 'aoife' })
  const player = page.locator('audio')
  await player.evaluate((audio: HTMLAudioElement) => {
    audio.preload = 'auto'
    audio.load()
  })
  await expect(player).toHaveJSProperty('duration', 2)
  await expect(page).toHaveNoViolations()
})
