/** Photo titles are this prefix and a number. */
export const PHOTO_TITLE = 'QQI Certificate Photo '
export const PHOTO_DESCRIPTION = 'Photo from QQI certificates presentation ceremony'

/** Returns the number in a photo's title; 0 for any other title. */
export function parsePhotoNumber(title: string): number {
  return title.startsWith(PHOTO_TITLE) ? Number(/^\d{1,9}$/.exec(title.slice(PHOTO_TITLE.length))?.[0] ?? 0) : 0
}
