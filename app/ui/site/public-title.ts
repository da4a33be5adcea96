import { namedPicture, picturesIn, sourcesOf } from '~/domain/website/picture'
import { pageTitle, type TitledPage } from '~/ui/browser/page-title'

/** What is shown where somebody sends the address of a public page: its picture, else the one of Home, else one of ours. */
function sharedLink({ root: { centre, origin, picture }, title, about, path, words }: TitledPage) {
  const own = picturesIn(words).find((shown) => shown.picture.picture)?.picture.picture ?? picture
  const upload = own ? namedPicture(own) : null
  const image = upload ? sourcesOf(upload)[2].src : '/pictures/shared.jpg'
  const properties = {
    'og:site_name': centre.name,
    'og:title': title || centre.name,
    'og:description': about ?? `${centre.shortName}: Day Service for Adults with Intellectual Disabilities`,
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

/** The `meta` of a public page: pageTitle's, and what is shown where somebody sends its address. */
export const publicTitle: typeof pageTitle = (title, more) => pageTitle(title, more, sharedLink)
