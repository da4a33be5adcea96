import { expect, type Person, resizeWindow, test } from '~/test/browser'
import { planToday } from '~/test/demo-data'
import { resolveAddress } from '~/test/screens'

// What the specification names comes before what is ours.

const pages: { path: string; as?: Person; first: string; ours: string[] }[] = [
  { path: '/', first: 'section[aria-labelledby=events]', ours: ['#week', '#own-words'] },
  { path: '/portal', first: '#log-in', ours: ['text=Not a student or tutor?', '#help'] },
  { path: '/dashboard/timetable', as: 'daniel', first: 'main h3', ours: ['#day'] },
  { path: '/dashboard/newsletter', as: 'aoife', first: 'table tbody tr', ours: ['main form[role=search]'] },
  { path: '/dashboard/newsletter/:sent', as: 'aoife', first: '#content', ours: ['#sending', '#website'] },
  { path: '/dashboard/newsletter/subscribers', as: 'aoife', first: 'table tbody tr', ours: ['text=Export'] },
]

test('on a phone and a wide page, what is ours is below what the specification names @once', async ({
  page,
  open,
  riverbank,
}) => {
  planToday(riverbank, [['00:00', '23:59', 'Art']])
  for (const { path, as, first, ours } of pages) {
    await open(resolveAddress(riverbank, path), as && { as })
    for (const width of [360, 1280]) {
      await resizeWindow(page, width)
      const top = (await page.locator(first).first().boundingBox())?.y ?? Number.NaN
      for (const part of ours)
        expect(
          (await page.locator(part).first().boundingBox())?.y,
          `${part} of ${path} at ${width} px`,
        ).toBeGreaterThan(top)
    }
  }
})

const firstScreens: { path: string; as?: Person; shows: string; width: number; height: number }[] = [
  { path: '/about', shows: 'h1', width: 1280, height: 800 },
  { path: '/dashboard/newsletter/subscribers', as: 'aoife', shows: 'table tbody td', width: 360, height: 640 },
  { path: '/dashboard/timetable', as: 'aoife', shows: 'main a:has-text("Download")', width: 360, height: 640 },
  { path: '/dashboard/timetable', as: 'aoife', shows: '#about-timetable', width: 1280, height: 800 },
  { path: '/dashboard/notices', as: 'aoife', shows: '#qqi-notice', width: 360, height: 640 },
]

test('headings and lists are on the first screen @once', async ({ page, open }) => {
  for (const { path, as, shows, ...size } of firstScreens) {
    await page.setViewportSize(size)
    await open(path, as && { as })
    await expect(page.locator(shows).first(), path).toBeInViewport({ ratio: 0.5 })
  }
})
