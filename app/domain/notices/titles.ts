/** First words of the notice above the photos; tutors can change them. */
export const FIRST_PHOTO_NOTICE = {
  title: 'QQI Certificates Presentation',
  text: 'See the photos of the day. Our students got their QQI certificates.',
}

/** Photo titles are this prefix and a number. */
export const PHOTO_TITLE = 'QQI Certificate Photo '
export const PHOTO_DESCRIPTION = 'Photo from QQI certificates presentation ceremony'

/** Returns the number in a photo's title; 0 for any other title. */
export function parsePhotoNumber(title: string): number {
  return title.startsWith(PHOTO_TITLE) ? Number(/^\d{1,9}$/.exec(title.slice(PHOTO_TITLE.length))?.[0] ?? 0) : 0
}
