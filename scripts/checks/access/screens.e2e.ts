import { expect, test } from '~/test/browser'
import { JOURNEY } from '~/test/modes'
import { listScreens, resolveAddress, type Screen } from '~/test/screens'
import { checkLooks, checkMotion, checkTabOrder, checkText, FaultCollector, isFullRun, isSmallRun } from './measures'

/** One screen of each kind for scripts/test: text, form, files, table with forms. */
const small: Pick<Screen, 'path' | 'as'>[] = [
  { path: '/about' },
  { path: '/contact' },
  { path: '/dashboard', as: 'daniel' },
  { path: '/dashboard/newsletter/subscribers', as: 'aoife' },
]
const isSmall = ({ path, as }: Screen) => small.some((one) => one.path === path && one.as === as)
/** How many screens share a page in the short form. A screen that tutors and students share is checked as the student's. */
const SCREENS_PER_PAGE = 5
/**
 * The public pages of the short form's Tab walk, besides students' screens: others have the same header and footer around links. The full
 * run walks through tutors' screens, and states.e2e.ts through their dialogs.
 */
const WALKED = ['/', '/board', '/contact', '/events', '/portal', '/settings', '/unsubscribe']
/** The delete confirmation is one component (ui/dialogs/confirm.tsx): the short form checks it for these. */
const DELETED = /^\/dashboard\/(resources|newsletter\/:draft)\/?.*\/delete$/
/** The pages in Easy Read are one template: the short form checks two. */
const EASY_READ = /^(\/contact)?\/easy-read$/
const all = listScreens()
const paths = new Set(all.map(({ path }) => path.replace(/\/(:\w+|\d+)\/edit$/, '/ID/edit')))
/** True for a form to add a record that is also the form to edit it: the short form checks that, filled in. */
const isAlsoEdited = (path: string) => path.endsWith('/new') && paths.has(path.replace(/new$/, 'ID/edit'))
const isOneMore = ({ path }: Screen) =>
  (path.endsWith('/delete') && !DELETED.test(path)) ||
  (path.endsWith('/easy-read') && !EASY_READ.test(path)) ||
  isAlsoEdited(path)
const isOthers = ({ path, as }: Screen) => as === 'aoife' && all.some((one) => one.as === 'daniel' && one.path === path)
const chosen = isFullRun
  ? all
  : isSmallRun
    ? all.filter(isSmall)
    : all.filter((screen) => !isOthers(screen) && !isOneMore(screen) && !screen.path.includes('?'))
const groups = [undefined, 'daniel', 'aoife'].flatMap((as) => {
  const own = chosen.filter((screen) => screen.as === as)
  const most = isFullRun || isSmallRun ? 1 : SCREENS_PER_PAGE
  return Array.from({ length: Math.ceil(own.length / most) }, (_, at) => own.slice(at * most, (at + 1) * most))
})

for (const group of groups)
  test(`${group.map(({ path }) => path)} as ${group[0]?.as ?? 'a visitor'}`, {
    tag: isSmallRun ? JOURNEY : [],
  }, async ({ riverbank, open }) => {
    // Each screen has the time of a test.
    test.setTimeout(test.info().timeout * group.length)
    const faults = new FaultCollector()
    for (const { path, as } of group) {
      faults.at = path
      const page = await open(resolveAddress(riverbank, path), as && { as })
      await checkLooks(page, faults, as === 'daniel' ? 48 : 44)
      if (isFullRun || as === 'daniel' || WALKED.includes(path)) await checkTabOrder(page, faults)
      await checkText(page, faults)
      await checkMotion(page, faults)
    }
    expect(faults.found).toEqual([])
  })
