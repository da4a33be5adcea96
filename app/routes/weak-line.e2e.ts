import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { expect, type Locator, type Mode, test } from '~/test/browser'
import { siteForms } from '~/test/forms'
import { FULL_RUN_ONLY, JOURNEY } from '~/test/modes'

// Sends each form of the site over a connection that fails in every way, then over a working one.
test.use({ usesFaultyProxy: true, expectsServerErrors: true })

/** Everything typed, chosen and ticked in a form, without hidden fields of its page. */
function readContent(form: Locator): Promise<string[]> {
  return form.evaluate(
    (element, left) =>
      [...new FormData(element as HTMLFormElement)]
        .filter(([name]) => !left.includes(name))
        .map(([name, value]) => `${name}: ${value instanceof File ? `${value.name} of ${value.size} bytes` : value}`),
    [IDEMPOTENCY_FIELD, 'opened', 'from'],
  )
}

/** The content that the server can restore without scripts: all but secrets and files. */
const getRestorable = (content: string[], mode: Mode) =>
  mode === 'on'
    ? content
    : content.filter((entry) => !/^(\w*password|file|photos|name): ?/i.test(entry) || /^name: ./.test(entry))

const createFailureTriggers = (table: string) =>
  ['insert', 'update', 'delete'].map(
    (change) => `create trigger broken_${change} before ${change} on ${table} begin select raise(abort, 'broken'); end`,
  )
const dropTriggers = ['insert', 'update', 'delete'].map((change) => `drop trigger broken_${change}`)

/** Failures that lose the response. 'cut' and 'torn' come last: the form is saved, and later submissions get the same answer. */
const breaks = [
  [502, '502'],
  ['gone', 'no connection'],
  ['silent', 'no answer'],
  ['cut', 'no connection'],
  ['torn', 'no connection'],
] as const

const findFailure = (form: Locator) => form.locator('[data-failure]')

/** One form of each kind. All forms use ui/forms/post-form.tsx, as html.test.ts checks. */
const kinds = [
  'Upload Document',
  'Edit a document',
  'Create Newsletter',
  'Upload Attachment',
  'Delete newsletter',
  'Add a person',
]
const journeys = ['Send Us a Message', 'the newsletter box of every page']

for (const siteForm of siteForms)
  test(`‘${siteForm.name}’ keeps everything, says what failed, and saves once`, {
    tag: journeys.includes(siteForm.name) ? JOURNEY : kinds.includes(siteForm.name) ? [] : FULL_RUN_ONLY,
  }, async ({ page, open, line, riverbank, mode }) => {
    const {
      at,
      as,
      fill,
      failureTitle = 'Error',
      getFailureText,
      success,
      countQuery,
      by = 1,
      failingTable = 'activity',
      isFailureOnTop,
    } = siteForm
    const count = () => Number(riverbank.rows(countQuery)[0]?.n)
    if (mode === 'on') await page.clock.install()
    await open(typeof at === 'string' ? at : await at(riverbank), as && { as })
    const servedIn = mode !== 'on' && siteForm.returnedForm
    let form = page.locator(siteForm.form)
    const button = () => form.getByRole('button', { name: siteForm.button })
    await fill?.(form, page)
    const before = count()
    const typed = await readContent(form)

    for (const statement of createFailureTriggers(failingTable)) riverbank.change(statement)
    await button().click()
    if (servedIn) form = page.locator(servedIn)
    if (isFailureOnTop) await expect(page.getByText(getFailureText('500')).first()).toBeVisible()
    else {
      await expect(findFailure(form).getByRole('heading')).toHaveText(failureTitle)
      await expect(findFailure(form)).toContainText(getFailureText('500'))
      await expect(findFailure(form).and(page.locator(':focus-within'))).toBeVisible()
      expect(getRestorable(await readContent(form), mode)).toEqual(getRestorable(typed, mode))
    }
    if (!isFailureOnTop) await expect(page).toHaveTitle(/^Error: /)
    for (const statement of dropTriggers) riverbank.change(statement)
    // A success message is shown only once the record is stored.
    await expect(page.locator('[data-success]')).toHaveCount(0)
    expect(count()).toBe(before)

    if (mode === 'on')
      for (const [failure, status] of breaks) {
        // Without a connection, the page's own data fails too.
        line.break(failure, ...(failure === 'gone' ? [() => true] : []))
        const sent = line.seen.length
        await button().click()
        if (failure === 'silent') {
          await expect.poll(() => line.seen.slice(sent).some((request) => request.startsWith('POST'))).toBe(true)
          await page.clock.fastForward(31_000)
        }
        await expect(findFailure(form), String(failure)).toContainText(getFailureText(status))
        await expect(findFailure(form).and(page.locator(':focus-within'))).toBeVisible()
        await expect(page.locator('[data-success]'), String(failure)).toHaveCount(0)
        expect(await readContent(form), String(failure)).toEqual(typed)
      }
    else if (!servedIn) await fill?.(form, page)
    line.mend()
    if (servedIn) await form.getByRole('button').click()
    else await button().click()
    await expect.poll(count).toBe(before + by)
    const reported = servedIn ? siteForms.find((other) => other.form === servedIn)?.success : success
    for (const words of reported ?? []) await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await expect(page.locator('[data-failure]')).toHaveCount(0)
    expect(count()).toBe(before + by)
  })
