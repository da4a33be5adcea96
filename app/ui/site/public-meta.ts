import { namedPicture, picturesIn, sourcesOf } from '~/domain/website/picture'
import { type DescribedPage, metaWith } from '~/ui/browser/page-meta'

/** What is shown where somebody sends the address of a public page: its picture, else the one of Home, else one of ours. */
function sharedLink({ root: { centre, origin, picture }, title, description, path, words }: DescribedPage) {
  const own = picturesIn(words).find((shown) => shown.picture.picture)?.picture.picture ?? picture
  const upload = own ? namedPicture(own) : null
  const image = upload ? sourcesOf(upload)[2].src : '/pictures/shared.jpg'
  const properties = {
    'og:site_name': centre.name,
    'og:title': title || centre.name,
    'og:description': description ?? `${centre.shortName}: Day Service for Adults with Intellectual Disabilities`,
    'og:type': 'website',
    'og:locale': 'en_IE',
    // Addresses have to be whole, and only the operator knows the website's own.
    ...(origin && { 'og:url': origin + path, 'og:image': origin + image }),
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The `meta` of a public page: its title and description, and what is shown where somebody sends its address. */
export const publicMeta = metaWith(sharedLink)
