/** The name of the notice, and of the gallery it opens. */
export const QQI_NOTICE = 'QQI Certificates Presentation'

/** The message after an upload. */
export const PHOTOS_UPLOADED = {
  title: 'Upload successful',
  text: 'QQI certificate photos uploaded successfully',
} as const

/** Which photos were added before one failed, and notes on them. */
export function photosThere(stored: string[], notes = ''): string {
  return stored.length > 0 ? `Saved: ${stored.join(', ')}. ${notes}`.trim() : 'No photos were saved.'
}

/** The message after an upload without scripts that failed, with what to do and which photos were added all the same. */
export function photosRefused(
  { fileName, status, reason }: { fileName: string; status: number | string; reason: string },
  stored: string[],
  notes?: string,
): string {
  return `Failed to upload ${fileName}: ${status}. ${reason} ${photosThere(stored, notes)}`
}

/** Which of several photos failed, in the answer to a form without scripts. */
export interface FailedPhoto {
  fileName?: string
}
