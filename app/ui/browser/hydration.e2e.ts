import { test, waitForHydration } from '~/test/browser'

test('a page touched while its scripts start still hydrates @scripts', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = document.addEventListener
    // React adds its listeners in a task before the first render. The user may touch the page in between.
    document.addEventListener = (...heard: Parameters<typeof listen>) => {
      listen.apply(document, heard)
      if (heard[0] !== 'mousedown') return
      document.addEventListener = listen
      queueMicrotask(() => document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
    }
  })
  await page.goto('/unsubscribe')
  await waitForHydration(page)
})
