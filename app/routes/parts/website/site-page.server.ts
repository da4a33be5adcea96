import type { LoaderFunctionArgs } from '@remix-run/node'
import { findRequestSession } from '~/auth/identity.server'
import { mustSetUpSecondStep } from '~/auth/second-step.server'
import { isTutor } from '~/domain/accounts/account'
import { formatDublinTime } from '~/domain/events/days'
import { applyDrafts, listDrafts } from '~/domain/website/drafts.server'
import { type EasyReadWords, isEasyRead } from '~/domain/website/easy-read.server'
import { type LeftOut, listHiddenWebsiteSections, replaceHidden, type SectionsOf } from '~/domain/website/hidden.server'
import type { Sections, ShownTextOf, WebsitePage } from '~/domain/website/page.server'
import { type PageName, websitePages } from '~/domain/website/pages.server'
import { findShownPage, removeHiddenPictures } from '~/domain/website/visible-page.server'
import { findPage, findPageVersion, listExampleSections, type PublishedPage } from '~/domain/website/website.server'
import { fillPlaceholders } from '~/domain/website/words.server'
import type { EasyReadName } from '~/paths'

/** Notices that a public page's layout shows to tutors. */
export interface SiteNotes {
  /** True if the page still has example words, on a website without a set-up. */
  hasExamples: boolean
  examples: string[]
  /** Set when a tutor previews their drafts (titles of sections) or an older version. */
  preview: { page: PageName; drafts: string[]; version: number | null } | null
}

type WithOptional<Words, Names extends PropertyKey> = Omit<Words, Names> & {
  [Name in keyof Words as Name extends Names ? Name : never]?: Words[Name]
}

/** A page's words. Hidden sections may be missing. */
type PageWords<Name extends PageName> = WithOptional<
  Omit<ShownTextOf<SectionsOf<Name>>, 'easyRead' | 'person'>,
  LeftOut<Name>
>

interface SitePage<Words> {
  words: Words
  /** The day of the last change, YYYY-MM-DD; '' if unknown. */
  updated: string
  notes: SiteNotes
}

/**
 * Loads a public page's words, without its Easy Read version, and the notes for its layout. `?preview` (a tutor's own drafts) and
 * `?version=3` work for tutors only.
 */
export async function loadSitePage<Name extends PageName>(
  args: LoaderFunctionArgs,
  name: Name,
): Promise<SitePage<PageWords<Name>>> {
  return loadPage(args, name, (section) => !isEasyRead(section))
}

export async function loadEasyReadPage(args: LoaderFunctionArgs, name: EasyReadName) {
  return loadPage<{ easyRead: EasyReadWords; person?: { name: string } }>(args, name, isEasyRead)
}

async function loadPage<Words>(
  args: LoaderFunctionArgs,
  name: PageName,
  isShown: (section: string) => boolean,
): Promise<SitePage<Words>> {
  const page = websitePages[name] as unknown as WebsitePage
  const { db, settings } = args.context
  const published = await findPage(db, page)
  const previewed = await loadPreview(args, name, published, isShown)
  const shown = previewed?.shown ?? published
  const { isSetUp } = settings.centre
  const hidden = isSetUp ? await listHiddenWebsiteSections(db, page, shown) : []
  const visibleWords = await removeHiddenPictures(db, page, replaceHidden(page, shown.words, hidden))
  const words = Object.entries(fillPlaceholders(page, visibleWords, settings.centre))
  const examples = settings.demo ? [] : listExampleSections(page, isSetUp ? shown : published).filter(isShown)
  return {
    words: Object.fromEntries(
      words.filter(([section]) => isShown(section) && Object.hasOwn(visibleWords, section)),
    ) as Words,
    updated: published.saved ? formatDublinTime(new Date(published.saved.at)).slice(0, 10) : (page.written ?? ''),
    notes: {
      hasExamples: !isSetUp && examples.length > 0,
      examples: isSetUp ? examples.filter((section) => section !== 'search' && !hidden.includes(section)) : [],
      preview: previewed?.preview ?? null,
    },
  }
}

export async function loadVisitWords({ context }: LoaderFunctionArgs) {
  const { home } = websitePages
  const { words } = await findShownPage(context.db, home)
  return fillPlaceholders(home, words, context.settings.centre).visit
}

async function loadPreview(
  args: LoaderFunctionArgs,
  name: PageName,
  published: PublishedPage,
  isShown: (section: string) => boolean,
): Promise<{ shown: PublishedPage<Sections>; preview: SiteNotes['preview'] } | null> {
  const { searchParams } = new URL(args.request.url)
  const version = Number(searchParams.get('version'))
  if (!searchParams.has('preview') && !(version > 0)) return null
  const session = await findRequestSession(args)
  const user = session?.user
  if (!user || !isTutor(user) || (await mustSetUpSecondStep(args.context, user))) return null
  const page = websitePages[name] as unknown as WebsitePage
  if (version > 0) {
    const older = Number.isSafeInteger(version) ? await findPageVersion(args.context.db, user, page, version) : null
    return older && { shown: older, preview: { page: name, drafts: [], version } }
  }
  const drafts = (await listDrafts(args.context.db, user, page)).filter(({ section }) => isShown(section))
  const titles = drafts.map(({ section }) => page.views.find(({ name }) => name === section)?.title ?? section)
  // As if they were published: a hidden section with a draft is shown.
  const own = [...published.own, ...drafts.map(({ section }) => section)]
  return { shown: { ...applyDrafts(published, drafts), own }, preview: { page: name, drafts: titles, version: null } }
}
