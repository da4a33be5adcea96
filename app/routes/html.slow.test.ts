import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { DomUtils, parseDocument } from 'htmlparser2'
import { beforeAll, expect, inject, test } from 'vitest'
import { hiddenFields } from '~/domain/enquiries/enquiries'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { websitePages } from '~/domain/website/pages.server'
import { paths } from '~/paths'
import { shareServer } from '~/test/built'
import { listScreens, resolveAddress } from '~/test/screens'
import { fetchPages, type Served } from '~/test/served'
import { findTouchingWords } from '~/test/touching-words'

let pages: Served[]
const pagesWithSaveData = new Map<string, string>()
const riverbank = shareServer()
beforeAll(async () => {
  pages = await fetchPages(riverbank, dirname(inject('template').path))
  for (const { path } of listScreens().filter(({ as }) => !as)) {
    const answer = await fetch(riverbank.url + resolveAddress(riverbank, path), { headers: { 'Save-Data': 'on' } })
    pagesWithSaveData.set(path, await answer.text())
  }
}, 120_000)

/** Size in bytes of a built file as sent. Remix writes its manifest after compression, so it has no compressed copy. */
function getFileSize(file: string): number {
  const compressed = () =>
    existsSync(`${file}.br`) ? statSync(`${file}.br`).size : brotliCompressSync(readFileSync(file)).length
  const size = sizes.get(file) ?? compressed()
  sizes.set(file, size)
  return size
}
const sizes = new Map<string, number>()

/** Groups findings with their places, most frequent first. */
function groupFindings(found: { what: string; where: string }[]): string[] {
  const places = new Map<string, string[]>()
  for (const { what, where } of found) places.set(what, [...(places.get(what) ?? []), where])
  return [...places].map(([what, where]) => `${what} (${where.length} times, such as ${where[0]})`)
}

test('the pages include every screen and refused forms', () => {
  const refused = pages.filter(({ name }) => name.endsWith('was refused'))
  expect(pages.length - refused.length).toBeGreaterThan(80)
  expect(refused.length).toBeGreaterThan(25)
})

test('no words run together without a style sheet', () => {
  const found = pages.flatMap(({ name, html }) => findTouchingWords(html).map((what) => ({ what, where: name })))
  expect(groupFindings(found)).toEqual([])
})

test('typed line breaks stay without a style sheet', () => {
  const [written] = pages.filter(
    ({ screen, html }) => screen.path.endsWith(':draft') && html.includes('Open afternoon'),
  )
  expect(written?.html).toContain('tea with us.<br/>Saturday 12 December')
})

test('every section has a heading or a name', () => {
  const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
  const found = pages.flatMap(({ name, html }) => {
    const { children } = parseDocument(html)
    const isNamed = ({ attribs }: Element) => 'aria-label' in attribs || 'aria-labelledby' in attribs
    const isEmpty = (section: Element) =>
      !isNamed(section) && !DomUtils.existsOne(({ name }) => headings.includes(name), section.children)
    const sections = DomUtils.getElementsByTagName('section', children).filter(isEmpty)
    return sections.map((element) => ({
      what: `<${element.name} ${JSON.stringify(element.attribs)}>`,
      where: name,
    }))
  })
  expect(groupFindings(found)).toEqual([])
})

test('the HTML is valid', async () => {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })
  const found: { what: string; where: string }[] = []
  for (const { name, html } of pages) {
    const { results } = await validator.validateString(html)
    for (const { ruleId, message, line, column, selector } of results.flatMap(({ messages }) => messages))
      found.push({ what: `${ruleId}: ${message}`, where: `${name}, ${selector ?? ''} ${line}:${column}` })
  }
  expect(groupFindings(found)).toEqual([])
}, 60_000)

test('every time element has a date that software can read', () => {
  const times = pages.flatMap(({ name, html }) =>
    DomUtils.getElementsByTagName('time', parseDocument(html).children).map(({ attribs }) => ({
      what: attribs.datetime ?? 'none',
      where: name,
    })),
  )
  expect(times.length).toBeGreaterThan(20)
  expect(times.filter(({ what }) => Number.isNaN(Date.parse(what)))).toEqual([])
})

test('phones do not capitalise usernames, and the form for another person’s password has their username', () => {
  const usernames = pages.flatMap(({ html }) => html.match(/<input [^>]*autoComplete="username"[^>]*>/gi) ?? [])
  expect(usernames.length).toBeGreaterThan(5)
  for (const input of usernames)
    if (!/ hidden=""/.test(input)) expect(input).toMatch(/autocapitalize="none".*spellcheck="false"/i)
  const otherPassword = pages.find(({ html }) => html.includes('Setting it logs this person out everywhere.'))
  expect(otherPassword?.html).toMatch(
    /<input type="text" hidden="" readOnly="" autoComplete="username" value="[\w.]+"/i,
  )
})

test('pages link to one style sheet of at most 10.2 kB compressed', () => {
  const sheets = new Set(pages.flatMap(({ html }) => /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? []))
  expect(sheets.size).toBe(1)
  for (const sheet of sheets) expect(statSync(`build/client${sheet}.br`).size, sheet).toBeLessThanOrEqual(10_200)
})

test('the first visit to an Easy Read page takes at most 30 kB, including pictures and styles', () => {
  for (const path of Object.values(paths.easyRead)) {
    const { html } = pages.find(({ screen }) => screen.path === path)!
    const requested = [...html.matchAll(/(?:src|href)="(\/[^"#?]+\.(?:css|svg|js))/g)].map(([, file]) => file)
    const files = [...new Set(requested)].map((file) => getFileSize(`build/client${file}`))
    expect(files.length, path).toBeGreaterThan(3)
    const bytes = [brotliCompressSync(html).length, ...files].reduce((sum, size) => sum + size)
    expect(bytes, path).toBeLessThanOrEqual(30_000)
  }
})

/** In bytes, compressed with brotli: one more condition moves it by 100, since the names of files change too. */
const maxScriptBytes = { student: 151_100, tutor: 192_500, 'tutor, seldom': 199_000, visitor: 123_100 }
/** In addition, a `Link` header preloads at most nine, one for each tab. */
const MAX_SCRIPT_FILES = 12

/** The audience of a page's scripts, the number of files, and their compressed size in bytes. */
function measureScripts({ html, screen }: Served) {
  const files = findTags(parseDocument(html), /^(script|link)$/).flatMap(({ attribs: { rel, href, src } }) =>
    rel === 'modulepreload' ? [href!] : src ? [src] : [],
  )
  const bytes = [...new Set(files)].reduce((sum, file) => sum + getFileSize(`build/client${file}`), 0)
  // A student who is refused a tutors' screen still gets its code.
  const isTutors = screen.as === 'aoife' || screen.answers === 403
  // Screens that people need seldom have files of their own (vite/browser-files.ts).
  const isSeldom = isTutors && files.some((file) => file.includes('/seldom-'))
  const audience = isSeldom ? 'tutor, seldom' : isTutors ? 'tutor' : screen.as === 'daniel' ? 'student' : 'visitor'
  return { bytes, files: files.length, who: audience } as const
}

test('no screen’s scripts exceed the limit', () => {
  const measured = pages.map((page) => ({ name: page.name, ...measureScripts(page) }))
  for (const [who, max] of Object.entries(maxScriptBytes)) {
    const heaviest = measured.filter((page) => page.who === who).sort((one, other) => other.bytes - one.bytes)[0]
    expect(heaviest?.bytes, `${who}: ${heaviest?.name}`).toBeLessThanOrEqual(max)
    // A page without scripts would always pass.
    expect(heaviest?.bytes, `${who}: ${heaviest?.name}`).toBeGreaterThan(max - 10_000)
  }
  for (const { name, files } of measured) expect(files, name).toBeLessThanOrEqual(MAX_SCRIPT_FILES)
})

test('each form of the website’s words takes at most 150 kB', async () => {
  const headers = { Cookie: riverbank.sessions.aoife.cookie }
  const sizes: [path: string, bytes: number][] = []
  for (const [name, { views }] of Object.entries(websitePages))
    for (const view of views) {
      const path = paths.dashboard.profile.website.section(name, view.name)
      sizes.push([path, Buffer.byteLength(await (await fetch(riverbank.url + path, { headers })).text())])
    }
  expect(sizes.filter(([, bytes]) => bytes > 150_000)).toEqual([])
  expect(Math.max(...sizes.map(([, bytes]) => bytes))).toBeGreaterThan(100_000)
}, 60_000)

type Element = ReturnType<typeof DomUtils.findAll>[number]
const findTags = (root: Element | ReturnType<typeof parseDocument>, names: RegExp) =>
  DomUtils.getElementsByTagName((name) => names.test(name), root)
const getText = (elements: Element[]) => elements.map((element) => DomUtils.textContent(element)).join('\n')
const listNormalPages = () => pages.filter(({ name, screen }) => !name.endsWith('was refused') && !screen.answers)

/** True if another screen has the same title: a second address, or a query without effect for this person. */
const hasSameTitle = ({ path, as }: Served['screen']) =>
  path === '/login' || (as === 'daniel' && /[?](edit=|of=|add)/.test(path))

test('each screen has its own title, which matches a heading, the open tab or its record', () => {
  const wrong: string[] = []
  const seenTitles = new Set<string>()
  for (const { name, html, screen } of listNormalPages()) {
    const page = parseDocument(html)
    const title = getText(findTags(page, /^title$/).slice(0, 1)).replace(/ ?-? ?Riverbank$/, '')
    const [first = '', ...rest] = title.split(': ')
    const tabs = findTags(page, /^a$/).filter(({ attribs }) => attribs['aria-selected'] === 'true')
    const headings = getText([...findTags(page, /^h[1-3]$/), ...tabs]).toLowerCase()
    const record = rest.join(': ')
    if (!headings.includes(first.toLowerCase()) && !(record && getText(findTags(page, /^main$/)).includes(record)))
      wrong.push(`${name}: ‘${title}’ is not on the page`)
    const titleKey = `${screen.as}: ${title}`
    if (seenTitles.has(titleKey) && !hasSameTitle(screen)) wrong.push(`${name}: another one is called ‘${title}’ too`)
    seenTitles.add(titleKey)
  }
  expect(wrong).toEqual([])
})

test('every screen of the portal has Log Out in its header and ends with the same help, even when access is refused', () => {
  for (const { name, html, screen } of pages) {
    if (!screen.folder.startsWith('dashboard/')) continue
    const page = parseDocument(html)
    const who = screen.as === 'daniel' ? 'Ask your tutor or ring' : 'Need help? Ring'
    expect(getText(findTags(page, /^footer$/)).replace(/\s+/g, ' '), name).toBe(
      `${who} 020 910 0100Not happy with something?AccessibilityText size and coloursPrivacy Policy`,
    )
    expect(getText(findTags(page, /^header$/)), name).toContain('Log Out')
  }
})

/** Public screens that need scripts. */
const WITH_SCRIPTS = /^\/(?:board|contact|portal|login|setup|settings|card|confirm|unsubscribe)\b/
/** The page's scripts, without the plain ones that read aloud (ui/listen). */
const listScripts = (html: string) =>
  findTags(parseDocument(html), /^(script|link)$/).filter(({ name, attribs, parent }) =>
    name === 'link'
      ? attribs.rel === 'modulepreload'
      : !/listen/.test((parent as Element | null)?.attribs?.class ?? '') && !/read-aloud/.test(attribs.src ?? ''),
  )
const listPublicPages = () => pages.filter(({ name, screen }) => !screen.as && !name.endsWith('was refused'))

test('public pages that are only text load no scripts', () => {
  const options = listPublicPages().filter(({ screen }) => !WITH_SCRIPTS.test(screen.path))
  expect(options.length).toBeGreaterThan(10)
  for (const { name, html } of options) expect(listScripts(html), name).toEqual([])
})

test('with Save-Data, pages have no scripts and only the logo and the first picture', () => {
  expect(pagesWithSaveData.size).toBeGreaterThan(15)
  for (const [path, html] of pagesWithSaveData) {
    expect(listScripts(html), path).toEqual([])
    expect(findTags(parseDocument(html), /^img$/).length, `pictures of ${path}`).toBeLessThanOrEqual(2)
  }
})

/** The page's forms that can be submitted, by their ids. */
const listForms = (html: string) =>
  findTags(parseDocument(html), /^form$/).filter(({ attribs }) => attribs.method === 'post')

test('every form is a PostForm with an idempotency key, except those that may be sent twice', () => {
  const formsWithoutKey = new Set<string>()
  for (const { html } of pages)
    for (const form of listForms(html))
      if (!findTags(form, /^input$/).some(({ attribs }) => attribs.name === IDEMPOTENCY_FIELD))
        formsWithoutKey.add(form.attribs.id || `${form.attribs.action} ${getText(findTags(form, /^button$/))}`)
  expect([...formsWithoutKey].sort()).toEqual([
    '/dashboard/notices/questions/1/voice Record\nChoose a file instead\nSend',
    '/dashboard/profile/people/2/card Make a code for today',
    '/portal Log Out',
    'answer-1',
    'backup',
    'code-form',
    'footer-newsletter',
    'list',
    'log-in',
    'new-card',
    'new-link',
    'settings',
    'timetable',
  ])
})

const isRequired = ({ attribs }: Element) => 'required' in attribs || attribs['aria-required'] === 'true'
/** The form's controls that people fill in, without checkboxes. */
const listControls = (form: Element) =>
  findTags(form, /^(input|textarea|select)$/).filter(
    (control) =>
      !/^(hidden|checkbox|search)$/.test(control.attribs.type ?? '') && control.attribs.name !== hiddenFields.trap,
  )

test('every field says whether it is required', () => {
  const wrong: string[] = []
  for (const { name, html } of pages)
    for (const form of listForms(html))
      for (const control of listControls(form)) {
        const { id, type, readonly } = control.attribs
        if (readonly !== undefined || type === 'radio') continue
        const label = findTags(form, /^label$/).find(({ attribs }) => attribs.for === id)
        const described = (control.attribs['aria-describedby'] || 'none').split(' ')
        const labelParent = label?.parent as Element | undefined
        const hints = DomUtils.findAll((one) => described.includes(one.attribs.id ?? ''), form.children)
        const words = getText(
          [labelParent, ...hints.filter((hint) => hint.parent !== labelParent)].filter((one) => one != null),
        )
        // Some fields are required only if another one is filled in.
        if (/\((required for|or) [^)]+\)/.test(words)) continue
        const marks = (words.match(/\((required|optional)\)/gi) ?? []).map((mark) => mark.toLowerCase())
        if (marks.join() !== (isRequired(control) ? '(required)' : '(optional)'))
          wrong.push(`${name}, ${control.attribs.name}: ${marks}`)
      }
  expect(wrong).toEqual([])
})

test('an empty form is refused for exactly its required fields', () => {
  // A file's message is above the form, and no single radio button is invalid.
  const listNames = (elements: Element[]) =>
    elements
      .filter(({ attribs }) => !/^(file|radio)$/.test(attribs.type ?? ''))
      .map(({ attribs }) => attribs.name)
      .sort()
  const wrong: string[] = []
  let refused = 0
  for (const { name, html } of pages) {
    const [, at, id] = /^(.*), after #(.*) was refused$/.exec(name) ?? []
    // The footer's form comes back as its page's form.
    if (!id || id === 'footer-newsletter') continue
    const findAnswerForm = (page: string) => listForms(page).find(({ attribs }) => attribs.id === id)
    const [requested, answered] = [
      findAnswerForm(pages.find((page) => page.name === at)?.html ?? ''),
      findAnswerForm(html),
    ]
    if (!requested || !answered) continue
    const invalid = listControls(answered).filter(({ attribs }) => attribs['aria-invalid'] === 'true')
    const [missing, required] = [listNames(invalid), listNames(listControls(requested).filter(isRequired))].map(String)
    if (missing !== required) wrong.push(`${name}: ${missing}, not ${required}`)
    if (!html.includes('<title>Error: ')) wrong.push(`${name}: not in the title`)
    refused += 1
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(20)
})
