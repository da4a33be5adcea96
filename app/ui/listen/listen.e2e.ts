import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '~/test/browser'
import { isWholeRun } from '~/test/modes'
import { createPdf } from '~/test/pdfs'
import { createPicture } from '~/test/samples'
import { listScreens, resolveAddress } from '~/test/screens'
import { fakeVoices, irishVoice, listSaid } from '~/test/voices'
import { createRun, createWordDocument } from '~/test/word'

const withoutSpace = (text: string) => text.replace(/\s/g, '')

/** Presses the first Listen and waits for the end. Returns what was said, and the visible text of the part. */
async function listenTo(page: Page) {
  const listen = page.getByRole('button', { name: 'Listen' }).first()
  const before = (await listSaid(page)).length
  await listen.click()
  await expect(listen).toBeVisible()
  const all = (await listSaid(page)).slice(before).map((line) => line.replace(/ en-IE 1$/, ''))
  const visible = await page.evaluate(() => {
    const controls = document.querySelector<HTMLElement>('[data-listen]')!
    controls.style.display = 'none'
    const text = document.getElementById(controls.dataset.listen!)!.innerText
    controls.style.display = ''
    return text
  })
  return { all, visible }
}
/** Without the numbers of lists, which are not in the text of an element. */
const withoutNumbers = (said: string[]) => said.map((line) => line.replace(/^(?:(?:\d+|[a-z])\. )+/i, ''))
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('listen') ?? [])].map(String).join())
const A_YEAR = 2 ** 31 - 1

test('a resource is read sentence by sentence by a local voice, where scripts run @mechanism', async ({
  page,
  mode,
}) => {
  await fakeVoices(page, [{ lang: 'en-US', localService: true }, irishVoice])
  await page.goto('/resources/1')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const listen = page.getByRole('button', { name: 'Listen' })
  // Served buttons would do nothing.
  if (mode !== 'on') return expect(listen).toHaveCount(0)
  await listen.click()
  await expect(listen).toBeVisible()
  const all = await listSaid(page)
  expect(all).toContain(`${title} en-IE 1`)
  expect(all.length).toBeGreaterThan(3)
  // No sentence is read twice.
  expect(new Set(all).size).toBe(all.length)
  const words = (await page.locator('#resource .prose').innerText()).replace(/\s+/g, ' ')
  const said = withoutNumbers(all.map((line) => line.replace(/ en-IE 1$/, '').replace(/\s+/g, ' ')))
  for (const line of said.slice(4)) expect(words).toContain(line)
  expect(await marked(page)).toBe('')
})

test('a sentence ends at a space, not within an address @scripts', async ({ page, riverbank }) => {
  const [address, other] = ['https://riverbank.example/list?day=1!Two', 'www.riverbank.example/Plan.html?a.B']
  riverbank.change(
    'update resources set content = ?, easyRead = null where id = 1',
    `See ${address} today. Or ${other}?`,
  )
  await fakeVoices(page, [irishVoice])
  await page.goto('/resources/1')
  const { all } = await listenTo(page)
  expect(all.slice(-2)).toEqual([`See ${address} today.`, `Or ${other}?`])
})

test('reading can be stopped and slowed down, and ends with the page @scripts', async ({ page }) => {
  await fakeVoices(page, [irishVoice], A_YEAR)
  await page.goto('/resources/1')
  await page.getByRole('button', { name: 'Listen' }).click()
  expect(await marked(page)).not.toBe('')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await page.getByRole('button', { name: 'Slower' }).click()
  expect((await listSaid(page)).at(-1)).toMatch(/ 0\.7$/)
  await expect(page).toHaveNoViolations()
  await page.getByRole('button', { name: 'Stop' }).click()
  expect(await marked(page)).toBe('')
  await page.getByRole('button', { name: 'Listen' }).click()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/about')
  expect(await page.evaluate(() => sessionStorage.getItem('cancelled'))).not.toBeNull()
})

test('without a voice of the device there are no Listen buttons @scripts', async ({ page }) => {
  await fakeVoices(page, [{ lang: 'en-IE', localService: false }])
  await page.goto('/resources/1')
  await page.waitForFunction(() => 'listens' in window)
  await expect(page.getByRole('button', { name: 'Listen' })).toBeHidden()
})

test('reading stops when a student opens another tab @scripts', async ({ page, open }) => {
  await fakeVoices(page, [irishVoice], A_YEAR)
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('button', { name: 'Listen' }).click()
  expect(await listSaid(page)).toHaveLength(1)
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cancelled'))).not.toBeNull()
})

/** The page parts with Listen, from the sources; files have generated ids. */
function partsInSources(): string[] {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const uses = files.flatMap((name) => readFileSync(`app/${name}`, 'utf8').match(/<Listen to="[^>]*>/g) ?? [])
  return [...new Set(uses)].sort()
}

const newsletter = `Please bring:

- For lunch:
  - bread
  - cheese
- A coat

1. Ring Aoife
2. Ask for **Niamh**,
   or write

[picture 1]`
const formatted = `<blockquote>I love the choir. It is fun.</blockquote><ul><li>Bring:<ul><li>lunch</li><li>a coat</li></ul></li></ul>
<table><caption>The bus</caption><tbody><tr><th>Stop</th><td>38<br>Quays</td></tr></tbody></table>`

test('on every kind of screen with Listen, all visible text is read @scripts', async ({
  page,
  open,
  riverbank,
  server,
}) => {
  test.setTimeout(240_000)
  resolveAddress(riverbank, ':notice')
  riverbank.change("update notices set text = 'Monday: choir\nTuesday: art\nBring 10 euro'")
  riverbank.change('update newsletters set content = ?', newsletter)
  riverbank.change('update resources set content = ?', formatted)
  for (const table of ['notices', 'newsletters', 'resources'])
    riverbank.change(`update ${table} set easyRead = ?`, formatted)
  await fakeVoices(page, [irishVoice])
  const heard = new Set<string>()
  const checked = new Set<string>()
  for (const { folder, path, as } of listScreens()) {
    const address = resolveAddress(riverbank, path)
    // On other screens its button would be a second one.
    if (path === '/dashboard/photos-of-you') riverbank.change('update photoConsents set ownWord = null')
    else riverbank.change("update photoConsents set ownWord = 'yes'")
    const headers = as ? { Cookie: server.sessions[as].cookie } : undefined
    const html = await (await fetch(riverbank.url + address, { headers })).text()
    const part = /data-listen="([^"]+)"/.exec(html)?.[1]
    // Other views of a screen have the same text.
    const kind = `${folder} ${part?.replace(/\d+/g, '')}`
    if (!part || (!isWholeRun && checked.has(kind))) continue
    checked.add(kind)
    await page.context().clearCookies()
    await open(address, as && { as })
    const { all, visible } = await listenTo(page)
    const said = withoutSpace(withoutNumbers(all).join(''))
    expect(said, `${address} for ${as ?? 'a visitor'}`).toBe(withoutSpace(visible))
    if (!part.startsWith('words-of-')) heard.add(`<Listen to="${part}" />`)
  }
  expect([...heard].sort()).toEqual(partsInSources())
})

/** Shares a file with all students. Returns its id. */
async function share(url: string, cookie: string, fields: Record<string, string>, bytes: Buffer): Promise<number> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, isShared: 'true' })) form.set(name, value)
  form.set('file', new File([new Uint8Array(bytes)], fields.title!))
  const headers = { Cookie: cookie, Origin: url }
  const sent = await fetch(`${url}/api/files/upload`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { id: number }).id
}

test('the text of documents is read, and shown while it is read @scripts', async ({
  page,
  open,
  riverbank,
  server,
}) => {
  const documents = {
    'tea.pdf': createPdf([{ lines: ['Fill the kettle.', 'Press the switch.'] }, { lines: ['Pour the water.'] }]),
    'tea.docx': await createWordDocument(
      `<w:p>${createRun('Fill the kettle. Press the switch. ')}${createRun('Add milk', '<w:strike/>')}</w:p>`,
    ),
  }
  await fakeVoices(page, [irishVoice])
  for (const [name, bytes] of Object.entries(documents)) {
    const id = await share(riverbank.url, server.sessions.aoife.cookie, { title: name }, bytes)
    await page.context().clearCookies()
    await open(`/dashboard/files/${id}`, { as: 'daniel' })
    await expect(page.locator('[data-listen]')).toBeAttached({ timeout: 30_000 })
    const { all, visible } = await listenTo(page)
    expect(all).toContain('Press the switch.')
    expect(withoutSpace(all.join(''))).toBe(withoutSpace(visible))
  }
})

test('what a picture shows and its description are read @scripts', async ({ page, open, riverbank, server }) => {
  const poster = { title: 'Poster', alt: 'A poster. It says: Come and sing!', description: 'It is on Friday.' }
  const bytes = await createPicture().png().toBuffer()
  const id = await share(riverbank.url, server.sessions.aoife.cookie, poster, bytes)
  await fakeVoices(page, [irishVoice])
  await open(`/dashboard/files/${id}`, { as: 'daniel' })
  const { all } = await listenTo(page)
  expect(all).toEqual(['A poster.', 'It says: Come and sing!', 'It is on Friday.'])
  await expect(page).toHaveNoViolations()
})

/** HTML and what is said of it: one of each rule of ./read-aloud.js. */
const samples: [html: string, said: string[]][] = [
  ['<p>She said:</p><blockquote><p>Yes.</p><p>No.</p></blockquote>', ['She said:', 'Yes.', 'No.']],
  [
    '<figure><img alt="A cat"><figcaption><b>Tom</b> sings.<br>Loudly.</figcaption></figure>',
    ['Tom sings.', 'Loudly.'],
  ],
  ['<ol><li><b>First</b> of all<ol><li>one</li></ol>and then</li></ol>', ['1. First of all', '1. one', 'and then']],
  [
    '<ol start="3"><li>Tea.</li><li value="9"> <b>Milk</b></li><li><p>Bread. Jam.</p><p>Cups.</p></li></ol>',
    ['3. Tea.', '9. Milk', '10. Bread.', 'Jam.', 'Cups.'],
  ],
  [
    '<ol class="lower-alpha"><li>Tea</li><li>Milk</li></ol><ol class="lower-roman" start="4"><li>Jam</li></ol>',
    ['a. Tea', 'b. Milk', '4. Jam'],
  ],
  ['<ol class="labels"><li>1.1 Tea</li></ol><ul><li>Milk</li></ul>', ['1.1 Tea', 'Milk']],
  ['<ol><li><ol class="upper-alpha"><li>Tea</li></ol></li><li></li></ol><p>Milk</p>', ['1. A. Tea', 'Milk']],
  [
    '<dl><dt>Art</dt><dt>Craft</dt><dd><p>Tuesday.</p><p>All day.</p></dd></dl>',
    ['Art', 'Craft', 'Tuesday.', 'All day.'],
  ],
  ['<table><caption>Bus</caption><tr><th>Day</th><td>38<br>Quays</td></tr></table>', ['Bus', 'Day', '38', 'Quays']],
  ['<p>On <s>Monday</s> Tuesday</p>', ['On (crossed out: Monday) Tuesday']],
  ['<p><s>Monday</s> Tuesday</p>', ['(crossed out: Monday) Tuesday']],
  ['<p>One <b>two<br>three</b> four</p>', ['One two', 'three four']],
  ['Loose<br><br>words<p>Tea</p>and more', ['Loose', 'words', 'Tea', 'and more']],
  ['<p>The choir\nsings in\n  the <i>old\n</i>hall.</p>', ['The choir sings in the old hall.']],
  ['<pre>Monday\n  choir\n\nTuesday</pre>', ['Monday', 'choir', 'Tuesday']],
  ['<p class="whitespace-pre-line">One\n<b>two\nthree</b></p>', ['One', 'two', 'three']],
  ['<ul class="grid"><li><h6>Bus <small>38</small></h6><p>Quays</p></li></ul>', ['Bus 38', 'Quays']],
  ['<p>Seen <span hidden>not</span>here</p><p class="invisible">Not</p>', ['Seen here']],
  ['<p>See all<span class="sr-only"> of the photos</span></p>', ['See all of the photos']],
  ['<p>☒ Yes</p><p>☐ No</p>', ['Ticked: Yes', 'Not ticked: No']],
  ['<ul><li>✓ Tea</li><li>✘ Milk</li></ul>', ['Ticked: Tea', 'Cross: Milk']],
  ['<p>✅ Bread ❌ Jam</p><p>⬜ Tea</p>', ['Ticked: Bread Cross: Jam', 'Not ticked: Tea']],
  ['<p>Bus 38<sup>[1]</sup> on the 2<sup>nd</sup></p>', ['Bus 38 [1] on the 2nd']],
  [
    '<p><s><span class="sr-only">Crossed out: </span>Tea<span class="sr-only">. End of crossed out. </span></s> Milk</p>',
    ['Crossed out: Tea.', 'End of crossed out.', 'Milk'],
  ],
  ['<p>Call <span aria-hidden="true">us</span></p>', ['Call us']],
  ['<details open><summary>A</summary><details><summary>B</summary>C</details>D</details>', ['A', 'B', 'D']],
  ['<details><details open><summary>A</summary>B</details><summary>C</summary></details>', ['C']],
  ['<svg aria-label="A bus"><title>A bus</title></svg><p>A <img alt="cat"> sits.</p>', ['A', 'sits.']],
  [
    '<p>Ring<a class="inline-flex" href="/"><span>020 91</span><span>today</span></a>. Or write.</p>',
    ['Ring 020 91 today.', 'Or write.'],
  ],
  ['<button>Yes</button><button>No</button>', ['Yes No']],
  ['<ul class="flex"><li class="flex"><button>Yes</button></li><li>No</li></ul>', ['Yes', 'No']],
  [
    '<p>Tea! (:-) Milk? … Yes…</p><p>★</p><p>10:30-12:00 & € 3.50</p>',
    ['Tea!', '(:-) Milk?', '… Yes…', '★', '10:30-12:00 & € 3.50'],
  ],
  ['<p>Write to <a href="/">a@b<wbr>.ie</a>.</p>', ['Write to a@b.ie.']],
]

test('all kinds of visible text are read, with a pause at the end of a line @scripts', async ({ page }) => {
  await fakeVoices(page, [irishVoice])
  await page.goto('/resources/1')
  const wrong: unknown[] = []
  for (const [html, words] of samples) {
    await page.evaluate((html) => {
      const prose = document.querySelector('#resource .prose')!
      prose.innerHTML = html
      // The Content-Security-Policy forbids style attributes in HTML.
      for (const one of prose.querySelectorAll<HTMLElement>('.invisible')) one.style.visibility = 'hidden'
    }, html)
    const { all, visible } = await listenTo(page)
    const ofSample = all.slice(-words.length)
    const withoutRemarks = withoutSpace(withoutNumbers(all).join('')).replace(/\(crossedout:(.*?)\)/, '$1')
    const names = {
      '☒': 'Ticked:',
      '☐': 'Not ticked:',
      '✓': 'Ticked:',
      '✘': 'Cross:',
      '✅': 'Ticked:',
      '❌': 'Cross:',
      '⬜': 'Not ticked:',
    }
    const named = Object.entries(names).reduce((text, [sign, name]) => text.replace(sign, name), visible)
    if (ofSample.join('|') !== words.join('|') || withoutRemarks !== withoutSpace(named))
      wrong.push({ html, all, visible })
  }
  expect(wrong).toEqual([])
})

test('a browser without Intl.Segmenter reads all the same @scripts', async ({ page }) => {
  await fakeVoices(page, [irishVoice])
  await page.addInitScript(() => Object.assign(Intl, { Segmenter: undefined }))
  await page.goto('/resources/1')
  await page.evaluate(() => {
    document.querySelector('#resource .prose')!.innerHTML = '<p>…and tea for 3.50. Milk? (No!) Yes</p><p>*</p>'
  })
  const { all, visible } = await listenTo(page)
  expect(withoutSpace(all.join(''))).toBe(withoutSpace(visible))
  expect(all.slice(-4)).toEqual(['…and tea for 3.50.', 'Milk?', '(No!) Yes', '*'])
})
