import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import { type SiteForm, siteForms } from '~/test/forms'
import { saveState } from '~/test/running'
import { findControls, getPageText, listFormFields } from '~/test/served'

// Submits each form as a browser without scripts does: while the server fails, then twice. weak-line.e2e.ts does so in a browser.

const riverbank = shareServer()
let state: Awaited<ReturnType<typeof saveState>> | undefined
beforeAll(async () => {
  state = await saveState(riverbank)
})
beforeEach(() => state?.restore())
afterAll(() => state?.remove())

type Element = ReturnType<typeof findControls>[number]
const getText = (element: Element) => getPageText(DomUtils.getOuterHTML(element)).trim()

function findServedForm(html: string, { form, button }: Pick<SiteForm, 'form' | 'button'>): Element {
  const id = /^#([\w-]+)/.exec(form)?.[1]
  const found = DomUtils.getElementsByTagName('form', parseDocument(html)).find((one) =>
    id ? one.attribs.id === id : getText(one).includes(button),
  )
  if (!found) throw new Error(`There is no form ${form}`)
  return found
}

function findField(form: Element, label: string) {
  const ofField = DomUtils.getElementsByTagName('label', form).find((one) =>
    [label, `${label} (required)`, `${label} (optional)`].includes(getText(one)),
  )
  const controls = findControls(form)
  const control =
    controls.find(({ attribs }) => attribs.id === ofField?.attribs.for) ?? (ofField && findControls(ofField)[0])
  if (!control?.attribs.name) throw new Error(`There is no field ‘${label}’`)
  return { name: control.attribs.name, value: control.attribs.value ?? '' }
}

function fillIn(form: Element, { button, fields = {}, option, files }: SiteForm): FormData {
  const filled = new FormData()
  for (const [name, value] of listFormFields(form)) filled.append(name, value)
  const pressed = DomUtils.getElementsByTagName('button', form).find((one) => getText(one).startsWith(button))
  if (pressed?.attribs.name) filled.append(pressed.attribs.name, pressed.attribs.value ?? '')
  for (const [label, value] of Object.entries(fields)) filled.set(findField(form, label).name, value)
  if (option) filled.set(findField(form, option).name, findField(form, option).value)
  for (const { name, buffer, mimeType } of files?.uploads ?? [])
    filled.append(findField(form, files!.label).name, new File([new Uint8Array(buffer)], name, { type: mimeType }))
  return filled
}

test.each(siteForms.map((form) => [form.name, form] as const))(
  '‘%s’ says that it failed, returns what was typed, and is saved once',
  async (_, siteForm) => {
    const { at, as, failureTitle = 'Error', getFailureText, success, countQuery, by = 1 } = siteForm
    const { failingTable = 'activity', isFailureOnTop } = siteForm
    const count = () => Number(riverbank.rows(countQuery)[0]?.n)
    const url = riverbank.url + (typeof at === 'string' ? at : at(riverbank))
    const Cookie = as ? riverbank.sessions[as].cookie : ''
    const form = findServedForm(await (await fetch(url, { headers: { Cookie } })).text(), siteForm)
    const filled = fillIn(form, siteForm)
    const action = new URL(form.attribs.action || url, url)
    const body = form.attribs.enctype ? filled : new URLSearchParams([...filled] as [string, string][])
    const send = () =>
      fetch(action, { method: 'POST', body, redirect: 'manual', headers: { Cookie, Origin: riverbank.url } })
    const before = count()

    for (const change of ['insert', 'update', 'delete'])
      riverbank.change(
        `create trigger broken_${change} before ${change} on ${failingTable} begin select raise(abort, 'broken'); end`,
      )
    const follow = async (answer: Response) => {
      const set = answer.headers.getSetCookie().map((line) => line.split(';')[0])
      const headers = { Cookie: [Cookie, ...set].join('; ') }
      return (await fetch(new URL(answer.headers.get('Location') ?? '', url), { headers })).text()
    }
    const failed = await send()
    expect(failed.status).toBe(isFailureOnTop ? 303 : 500)
    const html = isFailureOnTop ? await follow(failed) : await failed.text()
    expect(getPageText(html)).toContain(getFailureText('500'))
    if (!isFailureOnTop) {
      expect(getPageText(html)).toContain(failureTitle)
      expect(html).toContain('<title>Error: ')
    }
    const returned = findServedForm(html, { ...siteForm, form: siteForm.returnedForm ?? siteForm.form })
    const values = listFormFields(returned).map(([, value]) => value)
    for (const [label, value] of Object.entries(siteForm.fields ?? {}))
      if (label !== 'Password') expect(values, label).toContain(value)
    expect(html).not.toContain('heron boat lamp')
    expect(count()).toBe(before)

    for (const change of ['insert', 'update', 'delete']) riverbank.change(`drop trigger broken_${change}`)
    const [saved, again] = [await send(), await send()]
    await again.text()
    expect([saved.status, again.status]).toEqual([303, 303])
    expect(count()).toBe(before + by)
    const text = getPageText(await follow(saved))
    for (const words of success ?? []) expect(text).toContain(words)
  },
)
