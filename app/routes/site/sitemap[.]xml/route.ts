import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublished } from '~/domain/newsletters/newsletters.server'
import { listPublicIds } from '~/domain/resources/resources.server'
import { createTextResponse } from '~/http/answers/file-answer.server'
import { allowMethods } from '~/http/errors/refusal'
import { getOrigin } from '~/http/middleware/canonical'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** Maximum number of newsletters, and of resources: a sitemap may have 50,000 addresses. */
const MAX_PER_KIND = 20_000

/** All public screens, newsletters and resources; nothing until the website is ready. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const origin = getOrigin(request, settings)
  const { isReady } = settings.centre
  const news = isReady ? await listPublished(db, MAX_PER_KIND) : []
  const resources = isReady ? await listPublicIds(db, MAX_PER_KIND) : []
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...(isReady ? listPublicScreens() : []).map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...news.map(
      ({ id, publishedAt }) => `<url><loc>${origin}${paths.news.one(id)}</loc><lastmod>${publishedAt}</lastmod></url>`,
    ),
    ...resources.map((id) => `<url><loc>${origin}${paths.resources.one(id)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return createTextResponse(request, text, { 'Content-Type': 'application/xml; charset=utf-8' })
}

export const action = allowMethods('GET')

/** Screens of secret links or cards, which search engines must not index. */
const SECRET_LINK_FOLDER = /^(unsubscribe|confirm|card)\b/

/** Lists the paths of public screens without a record, from the folders next to this one, and of Easy Read pages. */
function listPublicScreens(): string[] {
  const own = Object.keys(import.meta.glob('../*/route.tsx'))
    .map((file) => file.slice('../'.length, -'/route.tsx'.length))
    .filter((folder) => !folder.includes('$') && !SECRET_LINK_FOLDER.test(folder))
    .map((folder) => `/${folder.replace(/[.]?_index$/, '').replaceAll('.', '/')}`)
  return [...new Set([...own, ...Object.values(paths.easyRead)])].sort()
}
