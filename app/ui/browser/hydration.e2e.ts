import { scriptsRun, test } from '~/test/browser'

test('a page that is touched as its scripts begin comes to run all the same @scripts', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = document.addEventListener
    // React listens before it renders for the first time, in a task of its own: a finger may come down between the two.
    document.addEventListener = (...heard: Parameters<typeof listen>) => {
      listen.apply(document, heard)
      if (heard[0] !== 'mousedown') return
      document.addEventListener = listen
      queueMicrotask(() => document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
    }
  })
  await page.goto('/unsubscribe')
  await scriptsRun(page)
})
