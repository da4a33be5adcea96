import { expect, type Open, type Person, test } from '~/test/browser'
import { JOURNEY } from '~/test/modes'

/**
 * Screens whose accessibility tree is stored in trees/: what a screen reader gets, without sentences. Those where the order matters: the
 * families' first page, their form, the log-in, and the files of a student and of a tutor.
 */
const stored: Record<string, { path: string; as?: Person }> = {
  home: { path: '/' },
  contact: { path: '/contact' },
  'log-in': { path: '/portal' },
  'student-files': { path: '/dashboard', as: 'daniel' },
  'tutor-files': { path: '/dashboard?of=tutors', as: 'aoife' },
}

const months = '(January|February|March|April|May|June|July|August|September|October|November|December)'
/** Removes the demonstration's dates, which depend on the day, and sentences and addresses, which other tests check. */
const createOutline = (tree: string) =>
  tree
    .replace(new RegExp(`\\d{1,2} ${months}( \\d{4})?`, 'g'), 'DATE')
    .replace(/^ *- (\/url|paragraph|text|strong|emphasis|time|listitem)\b.*\n?/gm, '')

async function expectTree(open: Open, name: string) {
  const { path, as } = stored[name]!
  const page = await open(path, as && { as })
  // Its text depends on the hour (routes/dashboard/today.e2e.ts).
  await page.locator('section[aria-labelledby=today]').evaluateAll((days) => days.map((day) => day.remove()))
  expect(createOutline(await page.locator('main').ariaSnapshot())).toMatchSnapshot(`${name}.yml`)
}

test('the tree of /portal as a visitor is unchanged @scripts', { tag: JOURNEY }, ({ open }) =>
  expectTree(open, 'log-in'),
)

test('the other trees are unchanged @scripts', async ({ open }) => {
  for (const name of Object.keys(stored).filter((one) => one !== 'log-in')) await expectTree(open, name)
})
