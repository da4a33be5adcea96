import { expect, test } from 'vitest'
import { addListMessages } from './list-intent.server'

const name = 'pictures'
test.each([
  [{ type: 'insert', payload: { name } }, 1],
  [{ type: 'insert', payload: { name, index: 1 } }, 2],
  [{ type: 'remove', payload: { name, index: 0 } }, 0],
  [{ type: 'remove', payload: { name, index: 1 } }, null],
  [{ type: 'remove', payload: { name, index: 2 } }, 1],
  [{ type: 'reorder', payload: { name, from: 1, to: 0 } }, 0],
  [{ type: 'reorder', payload: { name, from: 0, to: 2 } }, 0],
  [{ type: 'reorder', payload: { name, from: 2, to: 0 } }, 2],
  [{ type: 'remove', payload: { name: 'others', index: 0 } }, 1],
] as const)('after %j the second picture’s message is at index %j', (intent, place) => {
  const errors = { 'pictures[1].file': ['No picture'], 'top.file': ['Too large'] }
  const { error } = addListMessages(
    { intent, error: { heading: ['Missing'], [intent.payload.name]: ['Too many'] } },
    errors,
  )
  const own = place === null ? {} : { [`pictures[${place}].file`]: ['No picture'] }
  expect(error).toEqual({ [intent.payload.name]: ['Too many'], 'top.file': ['Too large'], ...own })
})
