import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placesOf } from '~/test/screens'
import { bundleOf, bundlesAhead, bundlesFor, tutorsBundles } from './bundles'

const screens = readdirSync('app/routes/dashboard', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('the screens whose code students get are those that let everyone in', () => {
  const open = placesOf('dashboard')
    .filter(([, { access }]) => access === 'user')
    .map(([folder]) => folder.slice('dashboard/'.length))
  const given = screens.filter((name) => {
    const found = bundleOf(`routes/dashboard/${name}`)
    return found && !tutorsBundles.some((bundle) => bundle === found)
  })
  expect(given.sort()).toEqual(open.sort())
})

const within = (...ids: string[]) => ['root', 'routes/dashboard/layout', ...ids]

test('a student gets no tutors’ code, not even on a screen of theirs', () => {
  expect(bundlesFor(within('routes/dashboard/_index'), 'student')).toEqual(['frame', 'portal'])
  expect(bundlesFor(within('routes/dashboard/password._index'), 'student')).toEqual(['frame', 'password'])
  expect(bundlesFor(within('routes/dashboard/newsletter._index'), 'student')).toEqual([])
})

test('a tutor’s page has the code of its section, and gets the others’ ahead', () => {
  const shown = bundlesFor(within('routes/dashboard/newsletter._index'), 'tutor')
  expect(shown).toEqual(['frame', 'portal', 'tutor', 'publishing'])
  expect(bundlesAhead(shown)).toEqual(['website', 'people', 'profile'])
  expect(bundlesAhead(bundlesFor(within('routes/dashboard/_index'), 'tutor'))).toEqual([
    'publishing',
    'website',
    'people',
    'profile',
  ])
  expect(bundlesAhead(bundlesFor(within('routes/dashboard/_index'), 'student'))).toEqual([])
})

test('a screen that the browser loads again by itself has no scripts, which would not end the wait', () => {
  expect(bundlesFor(within('routes/dashboard/profile.backup.progress'), 'tutor')).toEqual([])
})

test('a public page has the code of its own form alone, and a page to read has none', () => {
  const onSite = (id: string) => bundlesFor(['root', 'routes/site/layout', id])
  expect(onSite('routes/site/contact')).toEqual(['contact'])
  expect(onSite('routes/site/login')).toEqual(['log-in'])
  expect(onSite('routes/site/about')).toEqual([])
})
