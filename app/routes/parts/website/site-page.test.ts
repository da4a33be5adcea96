import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test } from 'vitest'
import { loadCentre, writeSetUpRecord } from '~/domain/centre/live.server'
import { about } from '~/domain/website/about.server'
import { saveSectionDraft } from '~/domain/website/drafts.server'
import { hideAllInvented } from '~/domain/website/hidden.server'
import { findPage, publishSection, restorePageVersion } from '~/domain/website/website.server'
import type { Person } from '~/test/people'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { loadSitePage } from './site-page.server'

const riverbank = setUpFreshRiverbank()

async function loadAbout(path = '/about', as?: Person) {
  const { context } = riverbank
  context.state.session = undefined
  const request = await riverbank.request(path, { as })
  return loadSitePage({ request, params: {}, context } as unknown as LoaderFunctionArgs, 'about')
}

test('a hidden part comes back with own words: first in their tutor’s preview, then for everyone', async ({
  db,
  settings,
  people,
}) => {
  await writeSetUpRecord(db, { readyAt: null, hidden: hideAllInvented() })
  await loadCentre(db, settings.centre)
  const { words } = await findPage(db, about)
  const change = { version: 0, words: { ...words.story, heading: 'How we began' } }
  await saveSectionDraft(db, people.aoife, about, 'story', change)
  expect((await loadAbout('/about?preview', 'aoife')).words.story?.heading).toBe('How we began')
  for (const path of ['/about', '/about?preview']) {
    const { words, notes } = await loadAbout(path)
    expect(words.story).toBeUndefined()
    expect(words.intro).toMatchObject({ heading: 'About Riverbank', since: '' })
    // Neutral text is not an example.
    expect(notes.examples).toEqual(['mission', 'planning'])
  }

  await publishSection(db, people.aoife, about, 'mission', { version: 0, words: words.mission })
  await publishSection(db, people.aoife, about, 'story', { ...change, version: 1 })
  const published = await loadAbout()
  expect([published.words.story?.heading, published.notes.examples]).toEqual(['How we began', ['planning']])
  // The version before has the example, which is still to be hidden.
  await restorePageVersion(db, people.aoife, about, 1, 2)
  expect((await loadAbout()).words.story).toBeUndefined()
})
