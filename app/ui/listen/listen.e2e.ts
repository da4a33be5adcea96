import { readdirSync, readFileSync } from 'node:fs'
import { expect, type Page, test } from '~/test/browser'
import { createPdf } from '~/test/pdfs'
import { listScreens, resolveAddress } from '~/test/screens'
import { createWordDocument } from '~/test/word'

/** Fakes the device's voices, which a headless browser lacks, and records what they say. */
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
const withoutSpace = (text: string) => text.replace(/\s/g, '')

/** Presses the first Listen and waits for the end. Returns what was said, and the visible text of the part. */
async function listenTo(page: Page) {
  const listen = page.getByRole('button', { name: 'Listen' }).first()
  const before = (await said(page)).length
  await listen.click()
  await expect(listen).toBeVisible()
  const all = (await said(page)).slice(before).map((line) => line.replace(/ en-IE 1$/, ''))
  const visible = await page.evaluate(() => {
    const controls = document.querySelector<HTMLElement>('[data-listen]')!
    controls.style.display = 'none'
    const text = document.getElementById(controls.dataset.listen!)!.innerText
    controls.style.display = ''
    return text
  })
  return { all, visible }
}
const marked = (page: Page) => page.evaluate(() => [...(CSS.highlights.get('listen') ?? [])].map(String).join())
const irish = { lang: 'en-IE', localService: true }
const A_YEAR = 2 ** 31 - 1

test('a resource is read to the end, sentence by sentence, by a local voice @scripts', async ({ page }) => {
  await withVoices(page, [{ lang: 'en-US', localService: true }, irish])
  await page.goto('/resources/1')
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
  const all = await said(page)
  expect(all).toContain(`${title} en-IE 1`)
  expect(all.length).toBeGreaterThan(3)
  // No sentence is read twice.
  expect(new Set(all).size).toBe(all.length)
  const words = (await page.locator('#resource .prose').innerText()).replace(/\s+/g, ' ')
  for (const line of all.slice(4)) expect(words).toContain(line.replace(/ en-IE 1$/, '').replace(/\s+/g, ' '))
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

test('reading can be stopped and slowed down, and ends with the page @scripts', async ({ page }) => {
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
  ['with network voices only', [{ lang: 'en-IE', localService: false }]],
] as const)
  test(`${name} there are no Listen buttons @scripts`, async ({ page }) => {
    await withVoices(page, [...voices])
    await page.goto('/resources/1')
    await page.waitForFunction(() => 'listens' in window)
    await expect(page.getByRole('button', { name: 'Listen' })).toBeHidden()
  })

test('reading stops when a student opens another tab @scripts', async ({ page, open }) => {
  await withVoices(page, [irish], A_YEAR)
  await open('/dashboard', { as: 'daniel' })
  await page.getByRole('button', { name: 'Listen' }).click()
  expect(await said(page)).toHaveLength(1)
  await page.evaluate(() => sessionStorage.clear())
  await page.getByRole('tab', { name: 'Notices' }).click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cancelled'))).not.toBeNull()
})

for (const [path, as] of [['/news/:published'], ['/dashboard/notices', 'daniel']] as const)
  test(`${path} is read to the end, with its Easy Read part @scripts`, async ({ page, open, riverbank }) => {
    resolveAddress(riverbank, ':notice')
    for (const table of ['notices', 'newsletters'])
      riverbank.change(`update ${table} set easyRead = '<p>We have tea.</p>'`)
    await withVoices(page, [irish])
    await open(resolveAddress(riverbank, path), as && { as })
    await page.getByRole('button', { name: 'Listen' }).click()
    await expect(page.getByRole('button', { name: 'Listen' })).toBeVisible()
    const all = await said(page)
    expect(all).toContain('We have tea. en-IE 1')
    expect(all.length).toBeGreaterThan(2)
    expect(await marked(page)).toBe('')
  })

/** The page parts with Listen, from the sources; documents have generated ids. */
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

test('on every screen with Listen, all visible text is read @scripts', async ({ page, open, riverbank, server }) => {
  test.setTimeout(240_000)
  resolveAddress(riverbank, ':notice')
  riverbank.change("update notices set text = 'Monday: choir\nTuesday: art\nBring 10 euro'")
  riverbank.change('update newsletters set content = ?', newsletter)
  riverbank.change('update resources set content = ?', formatted)
  for (const table of ['notices', 'newsletters', 'resources'])
    riverbank.change(`update ${table} set easyRead = ?`, formatted)
  await withVoices(page, [irish])
  const heard = new Set<string>()
  for (const { path, as } of listScreens()) {
    const address = resolveAddress(riverbank, path)
    // On other screens its button would be a second one.
    if (path === '/dashboard/photos-of-you') riverbank.change('update photoConsents set ownWord = null')
    else riverbank.change("update photoConsents set ownWord = 'yes'")
    const headers = as ? { Cookie: server.sessions[as].cookie } : undefined
    const html = await (await fetch(riverbank.url + address, { headers })).text()
    const part = /data-listen="([^"]+)"/.exec(html)?.[1]
    if (!part) continue
    await page.context().clearCookies()
    await open(address, as && { as })
    const { all, visible } = await listenTo(page)
    expect(withoutSpace(all.join('')), `${address} for ${as ?? 'a visitor'}`).toBe(withoutSpace(visible))
    heard.add(`<Listen to="${part}" />`)
  }
  expect([...heard].sort()).toEqual(partsInSources())
})

test('the text of documents is read, and shown while it is read @scripts', async ({
  page,
  open,
  riverbank,
  server,
}) => {
  const documents = {
    'tea.pdf': createPdf([{ lines: ['Fill the kettle.', 'Press the switch.'] }, { lines: ['Pour the water.'] }]),
    'tea.docx': await createWordDocument('<w:p><w:r><w:t>Fill the kettle. Press the switch.</w:t></w:r></w:p>'),
  }
  await withVoices(page, [irish])
  for (const [name, bytes] of Object.entries(documents)) {
    const form = new FormData()
    form.set('title', name)
    form.set('isShared', 'true')
    form.set('file', new File([new Uint8Array(bytes)], name))
    const headers = { Cookie: server.sessions.aoife.cookie, Origin: riverbank.url }
    const sent = await fetch(`${riverbank.url}/api/files/upload`, { method: 'POST', headers, body: form })
    expect(sent.status).toBe(201)
    const { id } = (await sent.json()) as { id: number }
    await page.context().clearCookies()
    await open(`/dashboard/files/${id}`, { as: 'daniel' })
    await expect(page.locator('[data-listen]')).toBeAttached({ timeout: 30_000 })
    const { all, visible } = await listenTo(page)
    expect(all).toContain('Press the switch.')
    expect(withoutSpace(all.join(''))).toBe(withoutSpace(visible))
  }
})

const samples: [kind: string, html: string, said: string[]][] = [
  ['quotation', '<blockquote>I love it. It is fun.</blockquote>', ['I love it.', 'It is fun.']],
  ['quotation', '<p>She said:</p><blockquote><p>Yes.</p><p>No.</p></blockquote>', ['She said:', 'Yes.', 'No.']],
  ['quotation', '<p>They call it <q>the choir</q>.</p>', ['They call it the choir.']],
  ['caption', '<figure><figcaption>Art on Monday</figcaption></figure>', ['Art on Monday']],
  [
    'caption',
    '<figure><img alt="A cat"><figcaption><b>Tom</b> sings.<br>Loudly.</figcaption></figure>',
    ['Tom sings.', 'Loudly.'],
  ],
  ['caption', '<table><caption>Bus</caption><tbody><tr><td>38</td></tr></tbody></table>', ['Bus', '38']],
  ['nested list', '<ul><li>Bring:<ul><li>lunch</li><li>a coat</li></ul></li></ul>', ['Bring:', 'lunch', 'a coat']],
  [
    'nested list',
    '<ol><li><b>First</b> of all<ol><li>one</li></ol>and then</li></ol>',
    ['First of all', 'one', 'and then'],
  ],
  [
    'nested list',
    '<ul><li><p>Bring</p><ul><li>milk<ul><li>two pints</li></ul></li></ul></li></ul>',
    ['Bring', 'milk', 'two pints'],
  ],
  ['definition list', '<dl><dt>Choir</dt><dd>Monday</dd></dl>', ['Choir', 'Monday']],
  [
    'definition list',
    '<dl><dt>Art</dt><dt>Craft</dt><dd><p>Tuesday.</p><p>All day.</p></dd></dl>',
    ['Art', 'Craft', 'Tuesday.', 'All day.'],
  ],
  ['definition list', '<dl><div><dt>Bus</dt><dd>38<br>46</dd></div></dl>', ['Bus', '38', '46']],
  ['table', '<table><tr><th>Day</th><td>38<br>Quays</td></tr></table>', ['Day', '38', 'Quays']],
  [
    'table',
    '<table><tr><td>1</td><td>2</td></tr><tr><td><ul><li>3</li></ul></td><td></td></tr></table>',
    ['1', '2', '3'],
  ],
  ['table', '<table><tbody><tr><td>Mon<p>Choir</p></td></tr></tbody></table>', ['Mon', 'Choir']],
  ['line break', '<p>Monday: choir<br>Tuesday: art</p>', ['Monday: choir', 'Tuesday: art']],
  ['line break', '<p>One <b>two<br>three</b> four</p>', ['One two', 'three four']],
  ['line break', 'Loose<br><br>words<p>Tea</p>and more', ['Loose', 'words', 'Tea', 'and more']],
  ['line of the source', '<p>The choir\nsings in\n  the <i>old\n</i>hall.</p>', ['The choir sings in the old hall.']],
  ['pre-wrap', '<pre>Monday\n  choir\n\nTuesday</pre>', ['Monday', 'choir', 'Tuesday']],
  ['pre-wrap', '<p class="whitespace-pre-line">One\n<b>two\nthree</b></p>', ['One', 'two', 'three']],
  ['pre-wrap', '<p class="whitespace-pre-wrap">Tea. Coffee.\nMilk</p>', ['Tea.', 'Coffee.', 'Milk']],
  ['heading', '<section><div><h3>Choir</h3>on Monday</div></section>', ['Choir', 'on Monday']],
  ['heading', '<article><h5>Art</h5><div>Tuesday <span>at ten</span></div></article>', ['Art', 'Tuesday at ten']],
  ['heading', '<ul class="grid"><li><h6>Bus <small>38</small></h6><p>Quays</p></li></ul>', ['Bus 38', 'Quays']],
  ['hidden', '<p>Seen <span hidden>not</span>here</p>', ['Seen here']],
  ['hidden', '<p class="hidden">Not</p><p>Here</p>', ['Here']],
  ['hidden', '<p class="invisible">Not</p><p>Here</p>', ['Here']],
  ['visually hidden', '<p>See all<span class="sr-only"> of the photos</span></p>', ['See all of the photos']],
  ['aria-hidden', '<p>Call <span aria-hidden="true">us</span></p>', ['Call us']],
  ['closed details', '<details><summary>More <b>tea</b></summary><p>Milk</p></details>', ['More tea']],
  [
    'closed details',
    '<details open><summary>A</summary><details><summary>B</summary>C</details>D</details>',
    ['A', 'B', 'D'],
  ],
  ['closed details', '<details><details open><summary>A</summary>B</details><summary>C</summary></details>', ['C']],
  ['picture', '<p>A <img alt="cat"> sits.</p>', ['A', 'sits.']],
  ['picture', '<figure><img alt="A choir"></figure><p>They sing.</p>', ['They sing.']],
  ['picture', '<svg aria-label="A bus"><title>A bus</title></svg><p>Bus</p>', ['Bus']],
  [
    'link as large as a button',
    '<p>Ring<a class="inline-flex" href="/"><span>020 91</span><span>today</span></a>. Or write.</p>',
    ['Ring 020 91 today.', 'Or write.'],
  ],
  ['button', '<button>Yes</button><button>No</button>', ['Yes No']],
  ['button', '<ul class="flex"><li class="flex"><button>Yes</button></li><li>No</li></ul>', ['Yes', 'No']],
  [
    'signs',
    '<p>Tea! (:-) Milk? … Yes…</p><p>★</p><p>10:30-12:00 & € 3.50</p>',
    ['Tea!', '(:-) Milk?', '… Yes…', '★', '10:30-12:00 & € 3.50'],
  ],
  ['address', '<p>Write to <a href="/">a@b<wbr>.ie</a>.</p>', ['Write to a@b.ie.']],
]

test('all kinds of visible text are read, with a pause at the end of a line @scripts', async ({ page }) => {
  await withVoices(page, [irish])
  await page.goto('/resources/1')
  const wrong: unknown[] = []
  for (const [kind, html, words] of samples) {
    await page.evaluate((html) => {
      document.querySelector('#resource .prose')!.innerHTML = html
    }, html)
    const { all, visible } = await listenTo(page)
    const ofSample = all.slice(-words.length)
    if (ofSample.join('|') !== words.join('|') || withoutSpace(all.join('')) !== withoutSpace(visible))
      wrong.push({ kind, html, all, visible })
  }
  expect(wrong).toEqual([])
})

test('a browser without Intl.Segmenter reads all the same @scripts', async ({ page }) => {
  await withVoices(page, [irish])
  await page.addInitScript(() => Object.assign(Intl, { Segmenter: undefined }))
  await page.goto('/resources/1')
  await page.evaluate(() => {
    document.querySelector('#resource .prose')!.innerHTML = '<p>…and tea for 3.50. Milk? (No!) Yes</p><p>*</p>'
  })
  const { all, visible } = await listenTo(page)
  expect(withoutSpace(all.join(''))).toBe(withoutSpace(visible))
  expect(all.slice(-4)).toEqual(['…and tea for 3.50.', 'Milk?', '(No!) Yes', '*'])
})
