import type { AppLoadContext } from '@remix-run/node'
import { orNotFound } from '~/domain/refused'
import type { SectionView } from '~/domain/website/field-kinds'
import type { WebsitePage } from '~/domain/website/page.server'
import { getSectionTitle } from '~/domain/website/page.server'
import { findWebsitePage } from '~/domain/website/pages.server'
import { redirectWithMessage } from '~/http/forms/message.server'

/** The page named in an editor's address. Throws Refused, notFound. */
export function findEditedPage(name: string | undefined): { name: string; page: WebsitePage } {
  return { name: String(name), page: orNotFound(findWebsitePage(name)) }
}

/** The section named in an editor's address. Throws Refused, notFound. */
export function findEditedSection(
  page: WebsitePage,
  section: string | undefined,
): { section: string; view: SectionView } {
  const view = getSectionTitle(page, String(section))
  return { section: view.name, view }
}

export function redirectToEditor(
  context: AppLoadContext,
  location: string,
  title: string,
  text: string,
  detail?: string,
): Promise<Response> {
  return redirectWithMessage(context, location, { kind: 'success', title, text, detail })
}
