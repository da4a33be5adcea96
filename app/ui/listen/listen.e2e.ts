import { expect, type Page, test } from '~/test/browser'
import { addressIn } from '~/test/screens'

/** Gives the device these voices, in place of those that a browser without loudspeakers lacks; what is said is kept. */
async function withVoices(page: Page, voices: { lang: string; localService: boolean }[], sayingTakes = 1) {
  await page.addInitScript(
    ({ voices, sayingTakes }) => {
      const said: string[] = []
      const synthesis = {
        getVoices: () => voices,
        speak: (spoken: { text: string; rate: number; lang: string; onend: () => void }) => {
          said.push(`${spoken.text} ${spoken.lang} ${spoken.rate}`)
          setTimeout(() => spoken.onend(), sayingTakes)
        },
        cancel: () => sessionStorage.setItem('cancelled', String(said.length)),
      }
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
      Object.assign(window, {
        said,
        SpeechSynthesisUtterance: class {
          constructor(readonly text: string) {}
        },
      })
    },
    { voices, sayingTakes },
  )
}
const said = (page: Page) => page.evaluate(() => (window as unknown as { said: string[] }).said)
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('listen') ?? [])].map(String).join())
const irish = { lang: 'en-IE', localService: true }
const A_YEAR = 2 ** 31 - 1

test('a resource is read to its end, sentence by sentence, by a voice of the device @scripts', async ({ page }) => {
  await withVoices(page, [{ lang: 'en-US', localService: true }, irish])
  await page.goto('/resources/1')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
  const all = await said(page)
  expect(all).toContain(`${title} en-IE 1`)
  expect(all.length).toBeGreaterThan(3)
  // No sentence twice, and none so long that a voice would stop within it.
  expect(new Set(all).size).toBe(all.length)
  const words = (await page.locator('#resource .prose').innerText()).replace(/\s+/g, ' ')
  for (const line of all.slice(3)) expect(words).toContain(line.replace(/ en-IE 1$/, '').replace(/\s+/g, ' '))
  expect(await marked(page)).toBe('')
})

test('an Easy Read page is read idea by idea @scripts', async ({ page }) => {
  await withVoices(page, [irish])
  await page.goto('/not-happy')
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
  const words = (await said(page)).map((line) => line.replace(/ en-IE 1$/, ''))
  expect(words[0]).toBe('How to say you are not happy')
  expect(words).toEqual(expect.arrayContaining(['Ask for the manager', 'We listen to you.', 'We believe you.']))
})

test('it is stopped, slowed down, and ends with the page @scripts', async ({ page }) => {
  await withVoices(page, [irish], A_YEAR)
  await page.goto('/resources/1')
  await page.getByRole('button', { name: 'Listen' }).click()
  expect(await marked(page)).not.toBe('')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await page.getByRole('button', { name: 'Slower' }).click()
  expect((await said(page)).at(-1)).toMatch(/ 0\.7$/)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(await marked(page)).toBe('')
  await page.getByRole('button', { name: 'Listen' }).click()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/about')
  expect(await page.evaluate(() => sessionStorage.getItem('cancelled'))).not.toBeNull()
})

for (const [name, voices] of [
  ['without a voice', []],
  ['with voices of the network alone', [{ lang: 'en-IE', localService: false }]],
] as const)
  test(`${name} there is nothing to listen to @scripts`, async ({ page }) => {
    await withVoices(page, [...voices])
    await page.goto('/resources/1')
    await page.waitForFunction(() => 'listens' in window)
    await expect(page.getByRole('button', { name: 'Listen' })).toBeHidden()
  })

test('a student listens to today and leaves it for another tab @scripts', async ({ page, open }) => {
  await withVoices(page, [irish], A_YEAR)
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('button', { name: 'Listen' }).click()
  expect(await said(page)).toHaveLength(1)
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cancelled'))).not.toBeNull()
})

for (const [path, as] of [['/news/:published'], ['/dashboard/notices', 'daniel']] as const)
  test(`${path} is read to its end, its Easy Read part too @scripts`, async ({ page, open, riverbank }) => {
    addressIn(riverbank, ':notice')
    for (const table of ['notices', 'newsletters'])
      riverbank.change(`update ${table} set easyRead = '<p>We have tea.</p>'`)
    await withVoices(page, [irish])
    await open(addressIn(riverbank, path), as && { as })
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
    const all = await said(page)
    expect(all).toContain('We have tea. en-IE 1')
    expect(all.length).toBeGreaterThan(2)
    expect(await marked(page)).toBe('')
  })
