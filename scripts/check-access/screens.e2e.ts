import { expect, test } from '~/test/browser'
import { addressIn, type Screen, screens } from '~/test/screens'
import { Faults, isWhole, keepsStill, looksWell, readsWell, walksWell } from './measures'

/** In the short form so many screens share a page; a screen that a tutor has as a student has it is looked at as the student's. */
const TOGETHER = 5
/**
 * The public pages that the Tab key walks through in the short form, next to students' screens: the others have the same header and
 * footer around links. Tutors' screens are walked through in the whole form, and their dialogs in states.e2e.ts.
 */
const WALKED = ['/', '/board', '/contact', '/events', '/portal', '/settings', '/unsubscribe']
/** The question before a deletion is one piece (ui/dialogs/delete-page): in the short form it is looked at where these are deleted. */
const DELETED = /^\/dashboard\/(resources|newsletter\/:draft)\/?.*\/delete$/
const all = screens()
const isOneMore = ({ path }: Screen) => path.endsWith('/delete') && !DELETED.test(path)
const isOthers = ({ path, as }: Screen) => as === 'aoife' && all.some((one) => one.as === 'daniel' && one.path === path)
const chosen = isWhole
  ? all
  : all.filter((screen) => !isOthers(screen) && !isOneMore(screen) && !screen.path.includes('?'))
const groups = [undefined, 'daniel', 'aoife'].flatMap((as) => {
  const own = chosen.filter((screen) => screen.as === as)
  const most = isWhole ? 1 : TOGETHER
  return Array.from({ length: Math.ceil(own.length / most) }, (_, at) => own.slice(at * most, (at + 1) * most))
})

for (const group of groups)
  test(`${group.map(({ path }) => path)} as ${group[0]?.as ?? 'a visitor'}`, async ({ riverbank, open }) => {
    const faults = new Faults()
    for (const { path, as } of group) {
      faults.at = path
      const page = await open(addressIn(riverbank, path), as && { as })
      await looksWell(page, faults, as === 'daniel' ? 48 : 44)
      if (isWhole || as === 'daniel' || WALKED.includes(path)) await walksWell(page, faults)
      await readsWell(page, faults)
      await keepsStill(page, faults)
    }
    expect(faults.found).toEqual([])
  })
