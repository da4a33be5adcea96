import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TimeQuestion } from './time-question'

test('a refused form has two buttons for its unclear times', () => {
  const fields = [
    { name: 'from', value: '1:30', isAsked: true },
    { name: 'to', value: '3:00', isAsked: true },
    { name: 'other', value: '2:00', isAsked: false },
    { name: 'clear', value: '9:30', isAsked: true },
  ]
  const html = renderToStaticMarkup(<TimeQuestion fields={fields} />)
  expect(html.match(/value="[^"]*"/g)).toEqual(['value="pm from to"', 'value="am from to"'])
  expect(html).toContain('13:30 and 15:00 in the afternoon')
  expect(renderToStaticMarkup(<TimeQuestion fields={fields.slice(2)} />)).toBe('')
})
