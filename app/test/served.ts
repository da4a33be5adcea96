import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { weekdays } from '~db/choices'
import type { Person } from './people'
import { DEMO_PASSWORD_OF_TESTS, type RunningRiverbank, waitForLock } from './running'
import { listScreens, resolveAddress, type Screen } from './screens'

export interface Served {
  name: string
  screen: Screen
  path: string
  html: string
}

/** The demonstration's usernames of the test people. */
export const usernames: Record<Person, string> = { aoife: 'demo.tutor', daniel: 'demo.student', niamh: 'demo.student2' }

type ServerWithSessions = RunningRiverbank & { sessions: Sessions }

/**
 * Every screen's HTML for each person, and the page after each form was refused because it was sent empty. Throws on an unexpected status.
 * The first test file of a run fetches them, and stores them in `folder` for the others.
 */
export async function fetchPages(riverbank: ServerWithSessions, folder: string): Promise<Served[]> {
  // Sessions for now, next and later, whatever the time of the test.
  for (const weekday of weekdays)
    for (const times of ['00:00 23:57', '23:57 23:58', '23:58 23:59'])
      riverbank.change(
        `insert into weekSessions (weekday, "from", "to", activity, place, isForAll) values (?, ?, ?, 'Choir', 'Main hall', 1)`,
        ...[weekday, ...times.split(' ')],
      )
  const screens = listScreens().map((screen) => ({ screen, path: resolveAddress(riverbank, screen.path) }))
  const stored = join(folder, 'pages.json')
  const lock = await waitForLock(folder)
  try {
    if (!existsSync(stored)) writeFileSync(stored, JSON.stringify(await requestPages(riverbank, screens)))
    return JSON.parse(readFileSync(stored, 'utf8')) as Served[]
  } finally {
    lock.release()
  }
}

async function requestPages(
  { url, sessions }: ServerWithSessions,
  screens: { screen: Screen; path: string }[],
): Promise<Served[]> {
  const headersOf = ({ as }: Screen) => ({ Origin: url, ...(as && { Cookie: sessions[as].cookie }) })
  const pages: Served[] = []
  for (const { screen, path } of screens) {
    const answer = await fetch(url + path, { redirect: 'manual', headers: headersOf(screen) })
    const name = `${path} for ${screen.as ?? 'a visitor'}`
    if (answer.status !== (screen.answers ?? 200)) throw new Error(`${name} answered ${answer.status}`)
    pages.push({ name, screen, path, html: await answer.text() })
  }
  const refused: Served[] = []
  const sent = new Set<string>()
  // Closing an account needs no field.
  for (const { screen, html, path, name } of pages)
    for (const form of path.endsWith('/close') ? [] : listEmptyForms(html)) {
      const action = new URL(form.action || path, url + path)
      const key = `${action.pathname} ${[...form.body.keys()]} ${form.body.get('intent')}`
      if (sent.has(key)) continue
      sent.add(key)
      const answer = await fetch(action, {
        method: 'POST',
        redirect: 'manual',
        headers: headersOf(screen),
        body: form.body,
      })
      const text = await answer.text()
      if (answer.status >= 400)
        refused.push({ name: `${name}, after #${form.id} was refused`, screen, path, html: text })
    }
  return [...pages, ...refused]
}

/** A session created over HTTP: its token, and its cookies as a Cookie header. */
export interface ServedSession {
  token: string
  cookie: string
}
export type Sessions = Record<Person, ServedSession>

/** Logs in by the API, by default with the demonstration's password. */
export async function logInOverHttp(
  { url }: { url: string },
  username: string,
  word = DEMO_PASSWORD_OF_TESTS,
): Promise<ServedSession> {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ username, password: word })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { token: ((await answer.json()) as { token: string }).token, cookie: cookies.join('; ') }
}

export async function logInAll(riverbank: { url: string }): Promise<Sessions> {
  const sessions = {} as Sessions
  for (const person of Object.keys(usernames) as Person[])
    sessions[person] = await logInOverHttp(riverbank, usernames[person])
  return sessions
}

/** A page's forms with text or file fields, as a browser submits them empty. */
function listEmptyForms(html: string): { id: string; action: string; body: FormData | URLSearchParams }[] {
  const forms = DomUtils.getElementsByTagName('form', parseDocument(html))
  return forms.flatMap((form) => {
    const fields = findControls(form)
    const isTyped = fields.some(
      ({ name, attribs }) =>
        name === 'textarea' || /^(text|email|password|file|date|search|number)?$/.test(attribs.type ?? ''),
    )
    if (form.attribs.method !== 'post' || !isTyped) return []
    const body = form.attribs.enctype ? new FormData() : new URLSearchParams()
    for (const { attribs } of fields) {
      if (!attribs.name || /^(checkbox|radio)$/.test(attribs.type ?? '')) continue
      if (attribs.type === 'file') (body as FormData).append(attribs.name, new File([], ''))
      else body.append(attribs.name, attribs.type === 'hidden' ? (attribs.value ?? '') : '')
    }
    return [{ id: form.attribs.id ?? '', action: form.attribs.action ?? '', body }]
  })
}

type Element = ReturnType<typeof DomUtils.findAll>[number]

export const findControls = (around: Element | ReturnType<typeof parseDocument>) =>
  DomUtils.getElementsByTagName((name) => /^(input|select|textarea)$/.test(name), around)

const isChosen = ({ name, attribs }: Element) =>
  !/^(checkbox|radio)$/.test(attribs.type ?? '') || name !== 'input' || 'checked' in attribs

/** The value that a browser would submit for an unchanged control. */
function getInitialValue(control: Element): string {
  if (control.name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '')
  if (control.name !== 'select') return control.attribs.value ?? (control.attribs.type === 'checkbox' ? 'on' : '')
  const options = DomUtils.getElementsByTagName('option', control)
  return (options.find(({ attribs }) => 'selected' in attribs) ?? options[0])?.attribs.value ?? ''
}

/** The names and values that a browser would submit for an unchanged form, without files. */
export const listFormFields = (form: Element): [name: string, value: string][] =>
  findControls(form)
    .filter((control) => control.attribs.name && isChosen(control) && control.attribs.type !== 'file')
    .map((control) => [control.attribs.name ?? '', getInitialValue(control)])

/**
 * The form with a field named `field`, or a field or button with its name and value ('intent=copy'), as a browser would submit it, and
 * the texts of its buttons. `at` is the page's address.
 */
export function findForm(html: string, field: string, at: string) {
  const [name, value] = field.split('=')
  const forms = DomUtils.getElementsByTagName('form', parseDocument(html))
  const listButtons = (form: Element) => DomUtils.getElementsByTagName('button', form)
  const found = forms.find((form) =>
    value === undefined
      ? findControls(form).some(({ attribs }) => attribs.name === name)
      : [...findControls(form), ...listButtons(form)].some(
          ({ attribs }) => attribs.name === name && attribs.value === value,
        ),
  )
  if (!found) throw new Error(`${at} has no form with a field ‘${field}’`)
  const form = found.attribs.enctype ? new FormData() : new URLSearchParams()
  for (const [name, value] of listFormFields(found)) form.append(name, value)
  const buttons = listButtons(found).map((button) => DomUtils.textContent(button))
  return { form, action: found.attribs.action || at, buttons }
}

export const getPageText = (html: string) => DomUtils.textContent(parseDocument(html)).replace(/\s+/g, ' ')

export function findLink(html: string, words: string): string {
  const links = DomUtils.getElementsByTagName('a', parseDocument(html))
  const found = links.find((link) => getPageText(DomUtils.getOuterHTML(link)).trim() === words)
  if (!found) throw new Error(`There is no link ‘${words}’`)
  return found.attribs.href ?? ''
}
