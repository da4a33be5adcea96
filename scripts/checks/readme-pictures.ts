import { chromium } from 'playwright'
import sharp from 'sharp'
import { startRiverbank } from '../../app/test/running'
import { logInAll } from '../../app/test/served'
import browserTests from '../../playwright.config'

/** README.md's pictures of the built product with the demonstration. They are small, since public/ is served. */
const pictures = [
  { file: 'public/pictures/readme-home.webp', path: '/', height: 900 },
  { file: 'public/pictures/readme-day.webp', path: '/dashboard/timetable', as: 'daniel', height: 900 },
] as const

await using riverbank = await startRiverbank()
const sessions = await logInAll(riverbank)
const browser = await chromium.launch(browserTests.use?.launchOptions)
for (const picture of pictures) {
  const context = await browser.newContext({ viewport: { width: 1100, height: picture.height } })
  if ('as' in picture)
    for (const cookie of sessions[picture.as].cookie.split('; ')) {
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: riverbank.url }])
    }
  const page = await context.newPage()
  await page.goto(riverbank.url + picture.path, { waitUntil: 'networkidle' })
  const { size } = await sharp(await page.screenshot())
    .resize({ width: 800 })
    .webp({ quality: 80 })
    .toFile(picture.file)
  console.log(`${picture.file}: ${Math.round(size / 1000)} kB`)
  await context.close()
}
await browser.close()
