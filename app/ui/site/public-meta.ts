import { findPlacedPictures, getPictureSources, parsePictureName } from '~/domain/website/picture'
import { createMeta, type PageDescription } from '~/ui/browser/page-meta'

/** Returns the tags for link previews: the page's picture, otherwise Home's, otherwise ours. */
function getSharingTags({ root: { centre, origin, picture }, title, description, path, words }: PageDescription) {
  const own = findPlacedPictures(words).find((shown) => shown.picture.picture)?.picture.picture ?? picture
  const upload = own ? parsePictureName(own) : null
  const image = upload ? getPictureSources(upload)[2].src : '/pictures/shared.jpg'
  const properties = {
    'og:site_name': centre.name,
    'og:title': title || centre.name,
    'og:description': description ?? `${centre.shortName}: ${centre.tagline}`,
    'og:type': 'website',
    'og:locale': 'en_IE',
    // These URLs must be absolute, and only the operator knows the website's address.
    ...(origin && { 'og:url': origin + path, 'og:image': origin + image }),
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** The `meta` of public pages: title, description and tags for link previews. */
export const publicMeta = createMeta(getSharingTags)
