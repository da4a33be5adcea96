import { expect, type Locator, type Page, test, unfold } from '~/test/browser'
import { siteForms } from '~/test/forms'

interface Control {
  name: string
  required: boolean
  isTick: boolean
  isOneOfSeveral: boolean
  /** The words beside and below its label. */
  words: string
}

/** What each visible control of a form is called, whether it must be given, and what the page says of that. */
function controlsOf(form: Locator): Promise<Control[]> {
  return form.locator('input:not([type=hidden]), textarea, select').evaluateAll((elements) =>
    (elements as HTMLInputElement[])
      .filter((control) => control.checkVisibility() && !control.readOnly && control.ariaHidden !== 'true')
      .map((control) => {
        const hints = (control.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id))
        const label =
          control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : control.labels?.[0]
        const beside = control.type === 'radio' ? label : label?.parentElement
        return {
          name: control.name,
          isTick: control.type === 'checkbox',
          isOneOfSeveral: control.type === 'radio',
          required: control.required || control.ariaRequired === 'true',
          words: [beside, ...hints.filter((hint) => !beside?.contains(hint))]
            .map((part) => part?.innerText ?? '')
            .join(' '),
        }
      }),
  )
}

/** Sends a form with all its fields empty, as a browser without scripts would. Returns the names that its page calls invalid. */
async function sentEmpty(page: Page, form: Locator, controls: Control[]) {
  const { action, fields, isMultipart } = await form.evaluate((element) => ({
    action: (element as HTMLFormElement).action,
    isMultipart: (element as HTMLFormElement).enctype === 'multipart/form-data',
    fields: [...new FormData(element as HTMLFormElement)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  }))
  const visible = new Set(controls.map(({ name }) => name))
  const empty = Object.fromEntries(fields.map(([name, value]) => [name, visible.has(name) ? '' : value]))
  const headers = { Origin: new URL(page.url()).origin }
  const answer = await page.request.post(action, { headers, [isMultipart ? 'multipart' : 'form']: empty })
  const html = await answer.text()
  const invalid = await page.evaluate((text) => {
    const found = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[aria-invalid=true]')
    return [...found].map((control) => (control as HTMLInputElement).name)
  }, html)
  return { status: answer.status(), html, invalid }
}

async function expectMarks(form: Locator): Promise<Control[]> {
  const controls = await controlsOf(form)
  expect(controls.length).toBeGreaterThan(0)
  for (const { name, required, isTick, words } of controls)
    expect(words.match(/\((required|optional)\)/gi) ?? [], name).toEqual(
      isTick ? [] : [required ? '(required)' : '(optional)'],
    )
  return controls
}

for (const { name, at, as, form: selector } of siteForms.filter(({ fill, isQuestion }) => fill && !isQuestion))
  test(`‘${name}’ says what is required, and is refused without just that`, { tag: '@once' }, async ({
    page,
    open,
    riverbank,
  }) => {
    await open(typeof at === 'string' ? at : await at(riverbank), as && { as })
    const form = page.locator(selector)
    await unfold(form)
    const controls = await expectMarks(form)
    // A form that may be sent empty is not refused.
    if (!controls.some(({ required }) => required)) return
    const { status, html, invalid } = await sentEmpty(page, form, controls)
    // Of radio buttons none is the invalid one.
    const required = controls.filter((control) => control.required && !control.isOneOfSeveral)
    expect(invalid.filter(Boolean).sort()).toEqual(required.map((control) => control.name).sort())
    expect(status).toBe(400)
    expect(html).toContain('<title>Error: ')
  })

test('the log-in says what is required', async ({ page, open }) => {
  await open('/portal')
  const required = (await expectMarks(page.locator('#log-in'))).filter((control) => control.required)
  expect(required.map(({ name }) => name)).toEqual(['username', 'password'])
})
