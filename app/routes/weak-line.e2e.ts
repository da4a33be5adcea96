import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { expect, fillSiteForm, type Locator, type Mode, test } from '~/test/browser'
import { siteForms } from '~/test/forms'
import { MECHANISM } from '~/test/modes'

// Sends one form of each kind over a connection that fails in every way, then over a working one. failing-forms.slow.test.ts checks all forms.
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
  mode === 'on' ? content : content.filter((entry) => !/^(\w*password|file): ?/i.test(entry))

const changes = ['insert', 'update', 'delete']

/** Failures that lose the response. 'cut' and 'torn' come last: the form is saved, and later submissions get the same answer. */
const breaks = [
  [502, '502'],
  ['gone', 'no connection'],
  ['silent', 'no answer'],
  ['cut', 'no connection'],
  ['torn', 'no connection'],
] as const

const kinds = ['Send Us a Message', 'the newsletter box of every page', 'Upload Document']

for (const siteForm of siteForms.filter(({ name }) => kinds.includes(name)))
  test(`‘${siteForm.name}’ keeps everything, says what failed, and saves once`, {
    // Without scripts, failing-forms.slow.test.ts sends the others.
    tag: siteForm.name === 'Send Us a Message' ? MECHANISM : '@scripts',
  }, async ({ page, open, line, riverbank, mode }) => {
    const { at, as, failureTitle = 'Error', getFailureText, success, countQuery, failingTable = 'activity' } = siteForm
    const count = () => Number(riverbank.rows(countQuery)[0]?.n)
    if (mode === 'on') await page.clock.install()
    await open(typeof at === 'string' ? at : at(riverbank), as && { as })
    const servedIn = mode !== 'on' && siteForm.returnedForm
    let form = page.locator(siteForm.form)
    const button = () => form.getByRole('button', { name: servedIn ? /Subscribe/ : siteForm.button })
    const findFailure = () => form.locator('[data-failure]')
    await fillSiteForm(form, siteForm)
    const before = count()
    const typed = await readContent(form)

    for (const change of changes)
      riverbank.change(
        `create trigger broken_${change} before ${change} on ${failingTable} begin select raise(abort, 'broken'); end`,
      )
    await button().click()
    if (servedIn) form = page.locator(servedIn)
    await expect(findFailure().getByRole('heading')).toHaveText(failureTitle)
    await expect(findFailure()).toContainText(getFailureText('500'))
    await expect(findFailure().and(page.locator(':focus-within'))).toBeVisible()
    if (!servedIn) expect(getRestorable(await readContent(form), mode)).toEqual(getRestorable(typed, mode))
    await expect(page).toHaveTitle(/^Error: /)
    for (const change of changes) riverbank.change(`drop trigger broken_${change}`)
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
        await expect(findFailure(), String(failure)).toContainText(getFailureText(status))
        await expect(findFailure().and(page.locator(':focus-within'))).toBeVisible()
        await expect(page.locator('[data-success]'), String(failure)).toHaveCount(0)
        expect(await readContent(form), String(failure)).toEqual(typed)
      }
    else if (!servedIn) await fillSiteForm(form, siteForm)
    line.mend()
    await button().click()
    await expect.poll(count).toBe(before + 1)
    const reported = servedIn ? siteForms.find((other) => other.form === servedIn)?.success : success
    for (const words of reported ?? []) await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
    await expect(page.locator('[data-failure]')).toHaveCount(0)
    expect(count()).toBe(before + 1)
  })
