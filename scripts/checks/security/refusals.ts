import { DomUtils, parseDocument } from 'htmlparser2'
import { saveState, startRiverbank } from '../../../app/test/running'
import { findControls, getPageText, logInAll } from '../../../app/test/served'
import { createNetworkHeader } from '../shared/wire'
import { listForms, sendWrite, type WriteRequest } from '../shared/writes'

const MIN_FORMS = 60
const LENGTH = 10_000
/** Which no page gives back. */
const SECRET = /password|code|digits/i

/** A field's text of 10,000 characters; it begins with the field's name. */
const createLongText = (name: string) => `${name} of the heron `.padEnd(LENGTH, 'long words ')

/** The form with `getText` in each field to type in. */
function refill({ body, typedFields = [] }: WriteRequest, getText: (name: string) => string): BodyInit {
  const filled = body instanceof FormData ? new FormData() : new URLSearchParams()
  for (const [name, value] of body as FormData | URLSearchParams)
    if (!typedFields.includes(name)) filled.append(name, value as string)
  for (const name of typedFields) filled.append(name, getText(name))
  return filled
}

/** The texts of the messages that describe invalid fields. */
function listFieldMessages(page: ReturnType<typeof parseDocument>): string[] {
  const invalid = DomUtils.findAll(({ attribs }) => attribs['aria-invalid'] === 'true', page.children)
  const ids = new Set(invalid.flatMap(({ attribs }) => attribs['aria-describedby']?.split(' ') ?? []))
  return DomUtils.findAll(({ attribs }) => ids.has(attribs.id ?? ''), page.children).map(DomUtils.textContent)
}

/** The faults of a response to a form. Every field of the form was empty, or too long. */
function findFaults(
  { typedFields = [] }: WriteRequest,
  { status, html }: { status: number; html: string },
  isLong: boolean,
) {
  if (status >= 500) return [`answered ${status}`]
  if (status < 400) return []
  const page = parseDocument(html)
  const faults: string[] = []
  const isOnTop = DomUtils.findOne(({ attribs }) => attribs.role === 'alert', page.children) !== null
  if (!listFieldMessages(page).some((text) => /\p{L}/u.test(text)) && !isOnTop)
    faults.push(`${status} without a message`)
  const text = `${getPageText(html)}\n${findControls(page)
    .map((field) => field.attribs.value ?? DomUtils.textContent(field))
    .join('\n')}`
  for (const name of typedFields)
    if (isLong && !SECRET.test(name) && !text.includes(`${name} of the heron long words`))
      faults.push(`${status} without what was typed in ${name}`)
  return faults
}

/**
 * Sends every form of the product as the person who may, with all fields empty, then with 10,000 characters in each. No response may be a
 * 5xx; each refusal has a message, and what was typed.
 */
export async function findRefusalFaults(): Promise<string[]> {
  const riverbank = await startRiverbank({ TRUST_PROXY: '1', NEWSLETTER_HOLD_SECONDS: '3600' })
  try {
    const forms = (await listForms(riverbank, await logInAll(riverbank))).filter(
      ({ typedFields }) => typedFields?.length,
    )
    const faults = forms.length < MIN_FORMS ? [`only ${forms.length} forms, not ${MIN_FORMS}`] : []
    const state = await saveState(riverbank)
    const statuses: number[] = []
    for (const form of forms)
      for (const isLong of [false, true]) {
        const body = refill(form, isLong ? createLongText : () => '')
        const headers = { ...createNetworkHeader(), Origin: riverbank.url, ...form.headers }
        const { status, text: html } = await sendWrite(riverbank.url, { ...form, headers, body })
        statuses.push(status)
        const what = isLong ? 'too long' : 'empty'
        for (const fault of findFaults(form, { status, html }, isLong)) faults.push(`${form.name}, ${what}: ${fault}`)
        if (status < 400) await state.restore()
      }
    state.remove()
    console.log(
      `Refusals: ${forms.length} forms, ${statuses.filter((one) => one >= 400).length} of ${statuses.length} refused`,
    )
    return faults
  } finally {
    await riverbank.stop()
  }
}
