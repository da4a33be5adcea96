/** First words of the notice above the photos; tutors can change them. */
export const FIRST_PHOTO_NOTICE = {
  title: 'QQI Certificates Presentation',
  text: 'See the photos of the day. Our students got their QQI certificates.',
}

/** Titles of the photo notice's photos are this prefix and a number. */
const PHOTO_TITLE = 'QQI Certificate Photo '
export const PHOTO_DESCRIPTION = 'Photo from QQI certificates presentation ceremony'

/** Titles of an album's photos are this prefix and a number; without an album, of the photo notice's. */
export const getPhotoPrefix = (album: { title: string } | null): string => (album ? `${album.title} ` : PHOTO_TITLE)

/** Returns the number in a photo's title; 0 for any other title. */
export function parsePhotoNumber(title: string, prefix = PHOTO_TITLE): number {
  return title.startsWith(prefix) ? Number(/^\d{1,9}$/.exec(title.slice(prefix.length))?.[0] ?? 0) : 0
}
