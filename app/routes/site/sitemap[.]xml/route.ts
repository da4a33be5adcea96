import type { LoaderFunctionArgs } from '@remix-run/node'
import { listPublished } from '~/domain/newsletters/newsletters.server'
import { listPublicIds } from '~/domain/resources/resources.server'
import { textAnswer } from '~/http/answers/file-answer.server'
import { methods } from '~/http/errors/refusal'
import { originOf } from '~/http/gate/origin'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'anyone' })

/** A sitemap holds at most 50,000 addresses; what the newest fill is room enough for the rest. */
const MOST_OF_EACH = 20_000

/** The addresses that search engines may list: every public screen, newsletter and resource. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, settings } = context
  const origin = originOf(request, settings)
  const news = await listPublished(db, MOST_OF_EACH)
  const resources = await listPublicIds(db, MOST_OF_EACH)
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicScreens().map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...news.map(
      ({ id, publishedAt }) => `<url><loc>${origin}${paths.news.one(id)}</loc><lastmod>${publishedAt}</lastmod></url>`,
    ),
    ...resources.map((id) => `<url><loc>${origin}${paths.resources.one(id)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  return textAnswer(request, text, { 'Content-Type': 'application/xml; charset=utf-8' })
}

export const action = methods('GET')

/** The screens that belong to a secret link or card; the gate keeps them from search engines. */
const BY_LINK = /^(unsubscribe|confirm|card)\b/

/** The paths of the website's screens without a record in them, from the folders beside this one, of which one has all Easy Read pages. */
function publicScreens(): string[] {
  const own = Object.keys(import.meta.glob('../*/route.tsx'))
    .map((file) => file.slice('../'.length, -'/route.tsx'.length))
    .filter((folder) => !folder.includes('$') && !BY_LINK.test(folder))
    .map((folder) => `/${folder.replace(/[.]?_index$/, '').replaceAll('.', '/')}`)
  return [...new Set([...own, ...Object.values(paths.easyRead)])].sort()
}
