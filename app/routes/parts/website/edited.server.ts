import type { AppLoadContext } from '@remix-run/node'
import { orNotFound } from '~/domain/refused'
import type { SectionView } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'
import { getSectionTitle } from '~/domain/website/page.server'
import { findWebsitePage } from '~/domain/website/pages.server'
import { redirectWithMessage } from '~/http/forms/message.server'

/** The page that an editor's address names. Throws Refused, 404. */
export function editedPage(name: string | undefined): { name: string; page: WebsitePage } {
  return { name: String(name), page: orNotFound(findWebsitePage(name)) }
}

/** The section too. Throws Refused, 404. */
export function editedSection(page: WebsitePage, section: string | undefined): { section: string; view: SectionView } {
  const view = getSectionTitle(page, String(section))
  return { section: view.name, view }
}

/** A 303 to an editor, which says that it was done. */
export function done(
  context: AppLoadContext,
  location: string,
  title: string,
  text: string,
  detail?: string,
): Promise<Response> {
  return redirectWithMessage(context, location, { kind: 'success', title, text, detail })
}
