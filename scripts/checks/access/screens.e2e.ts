import { expect, test } from '~/test/browser'
import { JOURNEY } from '~/test/modes'
import { listScreens, resolveAddress, type Screen } from '~/test/screens'
import {
  checkLooks,
  checkMotion,
  checkTabOrder,
  checkText,
  FaultCollector,
  isFullRun,
  isSmallRun,
  listChosenScreens,
} from './measures'

/** One screen of each kind for scripts/test: text, form, files, table with forms. */
const small: Pick<Screen, 'path' | 'as'>[] = [
  { path: '/about' },
  { path: '/contact' },
  { path: '/dashboard', as: 'daniel' },
  { path: '/dashboard/newsletter/subscribers', as: 'aoife' },
]
const isSmall = ({ path, as }: Screen) => small.some((one) => one.path === path && one.as === as)
/** How many screens share a page in the short form. */
const SCREENS_PER_PAGE = 16
/**
 * The public pages of the short form's Tab walk, besides students' screens: others have the same header and footer around links. The full
 * run walks through tutors' screens, and states.e2e.ts through their dialogs.
 */
const WALKED = ['/', '/board', '/contact', '/events', '/portal', '/settings', '/unsubscribe']
const all = listScreens()
const paths = new Set(all.map(({ path }) => path.replace(/\/(:\w+|\d+)\/edit$/, '/ID/edit')))
/** A form to add a record is also the form to edit it: the short form checks that, filled in. */
const isAlsoEdited = (path: string) => path.endsWith('/new') && paths.has(path.replace(/new$/, 'ID/edit'))
/**
 * Screens that are made of the same parts as others, which the short form checks instead: questions before a delete, forms of a record,
 * pages in Easy Read, pages of text, messages in place of a page, lists with forms, albums, logs, and pages of a file, of steps or a button.
 */
const repeated: [like: RegExp, checked: RegExp][] = [
  [/\/(delete|close)$/, /^\/dashboard\/resources\/.*\/delete$/],
  [/\/edit$/, /^\/dashboard\/(resources|calendar|newsletter\/:draft|timetable\/week)\/?[^/]*\/edit$/],
  [/\/easy-read$/, /^\/contact/],
  [/^\/(accessibility|privacy|terms|not-happy)$|^\/(news|resources)\/:/, /^\/(accessibility|resources)/],
  [/^\/dashboard\/(resources|board\/plans)$/, /resources/],
  [/\/notices\/(qqi|albums\/:album)$/, /qqi/],
  [/\/(activity|backup\/progress)$/, /profile\/activity$/],
  [/^\/dashboard\/(files|timetable)\/:/, /files/],
  [/^(\/dashboard)?\/steps\/:/, /^\/dashboard/],
  [/^\/(unsubscribe|confirm)\/:/, /unsubscribe/],
  [/\/website\/(about|privacy)\/\w+$/, /about/],
  [/^\/(login|portal)$/, /portal/],
]
const isOneMore = ({ path, answers }: Screen) =>
  isAlsoEdited(path) ||
  (answers !== undefined && !path.endsWith('/nowhere')) ||
  repeated.some(([like, checked]) => like.test(path) && !checked.test(path))
const chosen = isFullRun
  ? all
  : isSmallRun
    ? all.filter(isSmall)
    : listChosenScreens().filter((screen) => !isOneMore(screen))
const groups = [undefined, 'daniel', 'aoife'].flatMap((as) => {
  const own = chosen.filter((screen) => screen.as === as)
  const max = isFullRun || isSmallRun ? 1 : SCREENS_PER_PAGE
  return Array.from({ length: Math.ceil(own.length / max) }, (_, at) => own.slice(at * max, (at + 1) * max))
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
