import { expect, test } from 'vitest'
import { selectByIntent } from './intent.server'

const choices = { save: 'saves', delete: 'deletes' }

function createForm(...intents: string[]): FormData {
  const form = new FormData()
  form.set('title', 'Heron')
  for (const intent of intents) form.append('intent', intent)
  return form
}

test.each([
  ['delete', 'save'],
  ['save', 'delete'],
  ['save', 'nonsense'],
  ['', 'save'],
])('a form with the intents ‘%s’ and ‘%s’ is refused, with what was typed', async (...intents) => {
  const refusal = await Promise.resolve()
    .then(() => selectByIntent(createForm(...intents), choices, choices.save))
    .catch((error: Response) => error)
  if (!(refusal instanceof Response)) throw new Error(`it ${refusal}`)
  expect(refusal.status).toBe(400)
  expect(await refusal.text()).toContain('Heron')
})

test('the same intent twice is one', () => {
  expect(selectByIntent(createForm('save', 'save'), choices)).toBe('saves')
})
