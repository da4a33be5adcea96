import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SubmissionContext, SubmitButton } from './submit-button'

function renderWhileSending(values: Record<string, string>): string {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return renderToStaticMarkup(
    <SubmissionContext.Provider value={data}>
      <SubmitButton submitLabel="Publish" pendingLabel="Publishing..." otherButton="see" />
      <SubmitButton submitLabel="Preview" pendingLabel="Loading..." name="see" value="yes" />
    </SubmissionContext.Provider>,
  ).replace(/<[^>]*>/g, '')
}

test('only the pressed button of a form shows its pending words', () => {
  expect(renderWhileSending({ heading: 'About us' })).toBe(' Publishing... Preview')
  expect(renderWhileSending({ heading: 'About us', see: 'yes' })).toBe(' Publish Loading...')
})
