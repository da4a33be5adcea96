import { expect, type Person, test } from '~/test/browser'

/** Screens whose accessibility tree is kept beside this spec, in trees/: what a screen reader is told, line by line. */
const kept: Record<string, { path: string; as?: Person }> = {
  home: { path: '/' },
  about: { path: '/about' },
  activities: { path: '/programmes' },
  achievements: { path: '/achievements' },
  directors: { path: '/board' },
  resources: { path: '/resources' },
  contact: { path: '/contact' },
  'log-in': { path: '/portal' },
  'not-found': { path: '/nowhere' },
  'student-files': { path: '/dashboard', as: 'daniel' },
  'student-timetable': { path: '/dashboard/timetable', as: 'daniel' },
  'student-calendar': { path: '/dashboard/calendar', as: 'daniel' },
  'student-notices': { path: '/dashboard/notices', as: 'daniel' },
  'student-password': { path: '/dashboard/password', as: 'daniel' },
  'tutor-files': { path: '/dashboard', as: 'aoife' },
  'tutor-newsletter': { path: '/dashboard/newsletter/new', as: 'aoife' },
  'tutor-subscribers': { path: '/dashboard/newsletter/subscribers', as: 'aoife' },
  'tutor-resources': { path: '/dashboard/resources', as: 'aoife' },
  'tutor-board': { path: '/dashboard/board', as: 'aoife' },
  'tutor-profile': { path: '/dashboard/profile', as: 'aoife' },
}

const months = '(January|February|March|April|May|June|July|August|September|October|November|December)'
/** The demonstration's dates move with the day on which it was made. */
const withoutDates = (tree: string) =>
  tree
    .replace(new RegExp(`\\d{1,2} ${months}( \\d{4})?`, 'g'), 'DATE')
    .replace(new RegExp(`${months} \\d{1,2}, \\d{4}`, 'g'), 'DATE')
    .replace(new RegExp(`This month ${months} \\d{4}`, 'g'), 'This month MONTH')
    .replace(/\?month=\d{4}-\d\d/g, '?month=MONTH')
    .replace(/© \d{4}/g, '© YEAR')

for (const [name, { path, as }] of Object.entries(kept))
  test(`the tree of ${path} as ${as ?? 'a visitor'} is as it was read aloud @scripts`, async ({ open }) => {
    const page = await open(path, as && { as })
    expect(withoutDates(await page.locator('body').ariaSnapshot())).toMatchSnapshot(`${name}.yml`)
  })
