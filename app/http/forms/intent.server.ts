import { toBoundedForm } from '~/domain/interrupted-forms/returned-form'

const UNKNOWN_INTENT = 'We do not know which button you pressed. Please open the page again.'

/**
 * The choice for the intent that a form sends; `otherwise` for a form without an intent, which gets the intent of that choice, so that its
 * page shows the messages in that form. Throws a Response, 400 with what was typed, for several different intents, and for any other one,
 * such as one of a page that was opened before an update.
 */
export function selectByIntent<Choices extends Record<string, unknown>, Otherwise = never>(
  form: FormData,
  choices: Choices,
  otherwise?: Otherwise,
): Choices[keyof Choices] | Otherwise {
  const [intent, ...others] = new Set(form.getAll('intent'))
  const isClear = typeof intent === 'string' && others.length === 0
  if (isClear && Object.hasOwn(choices, intent)) return choices[intent as keyof Choices]
  if (intent === undefined && otherwise !== undefined) {
    const name = Object.keys(choices).find((key) => choices[key] === otherwise)
    if (name !== undefined) form.set('intent', name)
    return otherwise
  }
  throw Response.json(toBoundedForm(form, UNKNOWN_INTENT), { status: 400, headers: { 'Cache-Control': 'no-store' } })
}
