import type { Page } from 'playwright/test'

/** What has the focus, as somebody at a keyboard knows it. */
export interface Focused {
  kind: 'typed' | 'tick' | 'choice' | 'file' | 'fold' | 'button' | 'other'
  /** Its label, or what a button says. */
  label: string
  value: string
  inputMode: string
  checked: boolean
  inForm: boolean
}

const focused = (page: Page, form: string): Promise<Focused> =>
  page.evaluate((form) => {
    const at = document.activeElement as HTMLInputElement
    const label = at.labels?.[0] ?? at
    const isTyped = at.matches('textarea, input:not([type=checkbox], [type=radio], [type=file], [type=submit])')
    const isShutFold = at.matches('details:not([open]) > summary')
    const kinds = [
      ['typed', isTyped],
      ['tick', at.matches('[type=checkbox]')],
      ['choice', at.matches('select')],
      ['file', at.matches('[type=file]')],
      ['fold', isShutFold],
      ['button', at.matches('button, [type=submit]')],
    ] as const
    return {
      kind: kinds.find(([, is]) => is)?.[0] ?? 'other',
      label: (label.textContent ?? '').trim(),
      value: at.value ?? '',
      inputMode: at.inputMode,
      checked: at.checked,
      inForm: at.closest(form) !== null,
    }
  }, form)

/**
 * Goes through a form with Tab alone and presses Enter on its button `button`. `fill` gives what to type over a field's value, or
 * undefined to leave it; what it gives for a tick is set, what it gives for a choice chosen, and shut folds are opened.
 */
export async function walk(
  page: Page,
  form: string,
  button: string | RegExp,
  fill: (field: Focused) => string | undefined,
): Promise<void> {
  for (let presses = 0; presses < 600; presses++) {
    await page.keyboard.press('Tab')
    const field = await focused(page, form)
    if (!field.inForm) continue
    if (field.kind === 'button' && (button instanceof RegExp ? button.test(field.label) : field.label === button)) {
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
      await page.waitForLoadState()
      return
    }
    if (field.kind === 'fold') await page.keyboard.press('Enter')
    if (field.kind === 'tick' && !field.checked && fill(field) !== undefined) await page.keyboard.press('Space')
    if (field.kind !== 'typed' && field.kind !== 'choice') continue
    const words = fill(field)
    if (words === undefined) continue
    if (field.kind === 'choice') {
      // A list goes to what its words begin with.
      await page.keyboard.type(words)
      continue
    }
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(words)
  }
  throw new Error(`Tab does not reach ‘${button}’ at ${page.url()}`)
}
