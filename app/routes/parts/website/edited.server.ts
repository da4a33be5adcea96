import type { AppLoadContext } from '@remix-run/node'
import { found } from '~/domain/refused'
import type { SectionLook } from '~/domain/website/looks'
import type { WebsitePage } from '~/domain/website/page.server'
import { pageOf } from '~/domain/website/pages.server'
import { titleOf } from '~/domain/website/website.server'
import { redirectWithMessage } from '~/http/message.server'

/** Where a page is edited. */
export const editorOf = (name: string) => `/dashboard/profile/website/${name}`

/** The page that an editor's address names. Throws Refused, 404. */
export function editedPage(name: string | undefined): { name: string; page: WebsitePage } {
  return { name: String(name), page: found(pageOf(name)) }
}

/** The section too. Throws Refused, 404. */
export function editedSection(page: WebsitePage, section: string | undefined): { section: string; look: SectionLook } {
  const look = titleOf(page, String(section))
  return { section: look.name, look }
}

/** A 303 to an editor, which says that it was done. */
export function done(context: AppLoadContext, location: string, title: string, text: string): Promise<Response> {
  return redirectWithMessage(context, location, { kind: 'success', title, text })
}
