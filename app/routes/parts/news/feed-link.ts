import type { LinksFunction } from '@remix-run/node'
import { paths } from '~/paths'

/** Lets feed readers discover the newsletters' feed (RFC 4287). */
export const listFeedLinks: LinksFunction = () => [
  { rel: 'alternate', type: 'application/atom+xml', title: 'Newsletters', href: paths.news.feed },
]
