import { setImmediate as nextTurn } from 'node:timers/promises'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderToHtml } from './render.server'

function Broken(): never {
  throw new TypeError('this part is broken')
}

test.each([
  ['outside', <Broken key="page" />],
  [
    'inside a boundary',
    <Suspense key="page" fallback="Loading">
      <Broken />
    </Suspense>,
  ],
])(
  'an error of a component %s is thrown once, and is nobody’s unhandled rejection, which ends a process',
  async (_where, part) => {
    const unhandled = vi.fn()
    process.on('unhandledRejection', unhandled)
    try {
      await expect(renderToHtml(<main>{part}</main>)).rejects.toThrow('this part is broken')
      for (let turn = 0; turn < 5; turn++) await nextTurn()
      expect(unhandled).not.toHaveBeenCalled()
    } finally {
      process.off('unhandledRejection', unhandled)
    }
  },
)

test('a page is complete, and has no padding', async () => {
  const words = 'á'.repeat(5000)
  expect(String(await renderToHtml(<p>{words}</p>))).toBe(`<p>${words}</p>`)
})
