/** The prefix of the titles of the photos, which end with a number; and their description. */
export const PHOTO_TITLE = 'QQI Certificate Photo '
export const PHOTO_DESCRIPTION = 'Photo from QQI certificates presentation ceremony'

/** The number in a photo's title; 0 for a title of its own. */
export function parsePhotoNumber(title: string): number {
  return title.startsWith(PHOTO_TITLE) ? Number(/^\d{1,9}$/.exec(title.slice(PHOTO_TITLE.length))?.[0] ?? 0) : 0
}
